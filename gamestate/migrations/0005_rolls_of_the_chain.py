"""Rolls as the chain of gamestate.dice has them. None was ever made before."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('gamestate', '0004_undoings'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.DeleteModel(
            name='Roll',
        ),
        migrations.CreateModel(
            name='Roll',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(unique=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rolls', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=100)),
                ('where', models.CharField(choices=[('page', 'dice page'), ('update', 'update'), ('comment', 'comment')], max_length=8)),
                ('where_pk', models.PositiveBigIntegerField(blank=True, null=True)),
                ('update', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rolls', to='gamestate.update')),
                ('link', models.CharField(blank=True, help_text='Where it was made: a path of this site.', max_length=300)),
                ('part', models.PositiveIntegerField(help_text='Which of the commands in its text it is, from 1.')),
                ('die', models.CharField(max_length=120)),
                ('command', models.TextField()),
                ('comment', models.TextField()),
                ('law', models.CharField(help_text="The digest of the law's dice as they were then.", max_length=64)),
                ('seed_hash', models.CharField(max_length=64)),
                ('faces', models.JSONField(default=list)),
                ('total', models.CharField(blank=True, max_length=120)),
                ('previous', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
            ],
            options={
                'ordering': ['number'],
                'indexes': [models.Index(fields=['where', 'where_pk'], name='roll_where'), models.Index(fields=['by', '-number'], name='roll_by'), models.Index(fields=['die', '-number'], name='roll_die'), models.Index(fields=['at'], name='roll_at')],
                'constraints': [],
            },
        ),
        migrations.AlterField(
            model_name='seed',
            name='secret',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
    ]

