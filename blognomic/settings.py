"""The settings of the site, read from the environment once, loud about nonsense.

Everything that a host may set is listed in README.md. Without any of it the site runs for development:
DEBUG on, SQLite in `var/`, e-mail printed on the console.
"""

import os
from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
DEVELOPMENT_KEY = "development-only-and-refused-in-production"


def env_bool(name: str, default: bool) -> bool:
    """The environment's `name` as yes or no; anything else is an error, not a guess."""
    text = os.environ.get(name, "").strip().lower()
    if not text:
        return default
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}.")


def env_int(name: str, default: int) -> int:
    """The environment's `name` as a whole number of zero or more."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.")
    return int(text)


def env_list(name: str, default: list[str]) -> list[str]:
    """The environment's `name` as a comma-separated list."""
    text = os.environ.get(name, "").strip()
    return [part.strip() for part in text.split(",") if part.strip()] if text else default


DEBUG = env_bool("DEBUG", True)
SECRET_KEY = os.environ.get("SECRET_KEY") or DEVELOPMENT_KEY
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", [])
if not DEBUG:
    if len(SECRET_KEY) < 40 or SECRET_KEY == DEVELOPMENT_KEY:
        raise ImproperlyConfigured(
            "With DEBUG=0, SECRET_KEY must be set to 40 characters or more of your own."
        )
    if not ALLOWED_HOSTS:
        raise ImproperlyConfigured("With DEBUG=0, ALLOWED_HOSTS must name the site's host names.")

INSTALLED_APPS = [
    "blognomic.apps.SiteConfig",
    "players",
    "ruleset",
    "gamestate",
    "votables",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "blognomic.middleware.one_clock",
    "blognomic.middleware.words_of_the_dynasty",
    "blognomic.middleware.rule_broken",
]

ROOT_URLCONF = "blognomic.urls"
WSGI_APPLICATION = "blognomic.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "blognomic.context.frame",
            ],
            "builtins": ["blognomic.templatetags.frame"],
        },
    },
]

# Databases: SQLite in WAL mode with immediate transactions (a writer waits at BEGIN, so whatever a service
# looks at inside its transaction cannot change under it), or whatever DATABASE_URL names.
DATABASE_URL = (
    os.environ.get("DATABASE_URL", "").strip() or f"sqlite:///{BASE_DIR / 'var' / 'blognomic.sqlite3'}"
)
try:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=60, conn_health_checks=True)}
except (ValueError, KeyError) as error:
    raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from None
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts (django-allauth)
AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{VALIDATION}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "email"]},
    },
    {"NAME": f"{VALIDATION}.MinimumLengthValidator"},
    {"NAME": f"{VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{VALIDATION}.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "blognomic.accounts.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = os.environ.get("EMAIL_VERIFICATION", "optional" if DEBUG else "mandatory")
if ACCOUNT_EMAIL_VERIFICATION not in {"mandatory", "optional", "none"}:
    raise ImproperlyConfigured("EMAIL_VERIFICATION must be mandatory, optional or none.")
ACCOUNT_USERNAME_MIN_LENGTH = 1
ACCOUNT_PRESERVE_USERNAME_CASING = True
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG
MFA_TOTP_ISSUER = "BlogNomic"

# E-mail: printed on the console unless a server is named.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = env_int("EMAIL_PORT", 25)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", False)
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "BlogNomic <blognomic@localhost>")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"

EMAIL_TIMEOUT = 20

# Notices: where their links lead, how long before the law's limit the silent are warned, and whether a webhook may
# lead into the site's own network.
SITE_URL = os.environ.get("SITE_URL", "").strip().rstrip("/")
if not SITE_URL:
    _host = ALLOWED_HOSTS[0].lstrip(".*") if ALLOWED_HOSTS else ""
    if not DEBUG and not _host:
        raise ImproperlyConfigured("With ALLOWED_HOSTS=*, SITE_URL must say where the site is.")
    SITE_URL = "http://127.0.0.1:8000" if DEBUG else f"https://{_host}"
if not SITE_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured("SITE_URL must begin with https:// or http://.")
NOTICE_IDLE_HOURS = env_int("NOTICE_IDLE_HOURS", 48)
WEBHOOKS_TO_PRIVATE = env_bool("WEBHOOKS_TO_PRIVATE", False)

# One clock: UTC.
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = True
FORMAT_MODULE_PATH = ["blognomic.formats"]

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"

# A post is text: nothing larger than this is read into memory.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

if not DEBUG:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env_bool("HTTPS", True)
    SECURE_SSL_REDIRECT = env_bool("HTTPS", True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env_bool("BEHIND_PROXY", True) else None
    SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 31_536_000) if env_bool("HTTPS", True) else 0
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
