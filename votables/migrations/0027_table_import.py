from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('votables', '0026_indexes_of_a_long_history'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='annals', name='one_import_of_annals'),
        migrations.RenameModel(old_name='Annals', new_name='TableImport'),
        migrations.AlterModelOptions(name='tableimport', options={}),
        migrations.AddConstraint(
            model_name='tableimport',
            constraint=models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_import_of_a_table'),
        ),
    ]
