# The site in a container; docs/hosting.md, "In a container", says how it is run. .dockerignore names what is in it.
# The base is pinned by its full version. A digest would hold it to the byte; where a registry of images is in reach, add
# the one that `docker buildx imagetools inspect` tells.
FROM python:3.13.9-slim-bookworm

# It listens on all addresses, so it believes no proxy until BEHIND_PROXY says how many there are; without one it does not
# start, unless ALLOW_NO_PROXY=1 says that no stranger can reach it.
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DEBUG=0 BIND=0.0.0.0:8000 BEHIND_PROXY=0 \
    DATABASE_URL=sqlite:////var/lib/blognomic/blognomic.sqlite3
WORKDIR /srv/blognomic

COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes --requirement requirements.txt

COPY . .
# Static files are the same wherever the image runs. DEBUG=0 chooses how they are named; the rest is not used.
# The program is root's. The user's number is fixed, so that a volume stays theirs when the image is made anew.
RUN SECRET_KEY=only-to-collect-static-files-and-in-no-container-that-serves ALLOWED_HOSTS=localhost \
    EMAIL_VERIFICATION=none python manage.py collectstatic --no-input --verbosity 0 \
    && useradd --system --uid 10001 --user-group --home-dir /var/lib/blognomic --shell /usr/sbin/nologin blognomic \
    && install --directory --owner=blognomic --group=blognomic --mode=0700 \
       /var/lib/blognomic /var/lib/blognomic/backups
USER blognomic
VOLUME /var/lib/blognomic

EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health/', timeout=2)"]
CMD ["python", "manage.py", "serve", "--no-static"]
