# The site in a container. It is set up by the environment alone (README.md, "Settings"), and stops within half a
# minute of SIGTERM.
#   docker build --tag blognomic . && docker run --env-file site.env --publish 8000:8000 blognomic
FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DEBUG=0 BIND=0.0.0.0:8000
WORKDIR /srv/blognomic

COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

COPY . .
# Static files are the same wherever the image runs. DEBUG=0 chooses how they are named; the rest is not used.
RUN SECRET_KEY=only-to-collect-static-files-and-in-no-container-that-serves ALLOWED_HOSTS=localhost \
    EMAIL_VERIFICATION=none python manage.py collectstatic --no-input --verbosity 0 \
    && useradd --system blognomic && mkdir -p var && chown blognomic var
USER blognomic

EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health/', timeout=2)"]
CMD ["python", "manage.py", "serve", "--no-static"]
