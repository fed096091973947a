"""The settings of the site, read from the environment once, loud about nonsense.

Everything that a host may set is listed in docs/hosting.md. Without any of it the site runs for development:
DEBUG on, SQLite in `var/`, e-mail printed on the console.
"""

import os
import re
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from blognomic.server.environment import env_bool, env_int, env_list, env_text
from blognomic.server.logs import logging_as

BASE_DIR = Path(__file__).resolve().parent.parent
DEVELOPMENT_KEY = "development-only-and-refused-in-production"

DEBUG = env_bool("DEBUG", True)
SECRET_KEY = env_text("SECRET_KEY", DEVELOPMENT_KEY)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", [])
if not DEBUG:
    if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5:
        raise ImproperlyConfigured(
            "With DEBUG=0, SECRET_KEY must be set to 50 characters or more of your own."
        )
    if not ALLOWED_HOSTS:
        raise ImproperlyConfigured("With DEBUG=0, ALLOWED_HOSTS must name the site's host names.")

# In front of the site: whether browsers reach it by HTTPS, and how many proxies pass their requests on.
HTTPS = env_bool("HTTPS", True) and not DEBUG
BEHIND_PROXY = 0 if DEBUG else env_int("BEHIND_PROXY", 1)
# A request that is sent slowly holds a thread, unless a proxy takes it whole first.
ALLOW_NO_PROXY = env_bool("ALLOW_NO_PROXY", False)

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
    "django.contrib.sitemaps",
    "django.contrib.humanize",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "blognomic.server.logs.request_ids",
    "blognomic.middleware.headers.headers_alone",
    "blognomic.server.health.health",
    "blognomic.middleware.programs.answers",
    "blognomic.cache.version.live_version",
    # In development every page is made anew, so that it shows what was just written.
    *([] if DEBUG else ["blognomic.cache.page_cache.pages"]),
    "django.middleware.security.SecurityMiddleware",
    # Development's server serves static files itself, from where they are written.
    *([] if DEBUG else ["whitenoise.middleware.WhiteNoiseMiddleware"]),
    "django.middleware.locale.LocaleMiddleware",
    "blognomic.middleware.waiting.waiting",
    "blognomic.cache.compression.compression",
    "blognomic.reach.answers.at_once",
    "blognomic.middleware.headers.further_headers",
    "blognomic.middleware.sizes.sizes",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "players.sessions.SignedIn",
    "blognomic.middleware.programs.bearers",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "blognomic.accounts.attempts.known_devices",
    "blognomic.middleware.rates.rates",
    "blognomic.middleware.game.one_clock",
    "blognomic.middleware.game.words_of_the_dynasty",
    "blognomic.middleware.game.visits",
    "blognomic.middleware.game.whereabouts",
    "blognomic.middleware.game.rule_broken",
    "blognomic.middleware.once.once",
]

# The site stands at the root of its host: no header may say that a page's address begins elsewhere.
FORCE_SCRIPT_NAME = ""
ROOT_URLCONF = "blognomic.urls"
WSGI_APPLICATION = "blognomic.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # Read once, as Django does it by itself.
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "blognomic.web.template_loader.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "blognomic.context_processors.frame",
            ],
            "builtins": ["blognomic.templatetags.frame", "votables.templatetags.own"],
        },
    },
]

# What serves the site (`manage.py serve`): where it listens, how many processes, and how many threads in each.
BIND = env_text("BIND", "127.0.0.1:8000")
WEB_WORKERS = env_int("WEB_WORKERS", min(4, os.cpu_count() or 1), least=1)
WEB_THREADS = env_int("WEB_THREADS", 4, least=1)

# Databases: SQLite in WAL mode with immediate transactions (a writer waits at BEGIN, so whatever a service
# looks at inside its transaction cannot change under it), or whatever DATABASE_URL names. What is told as done has been
# written to the disk (FULL): a power cut takes nothing back. Turns to write take milliseconds and come in line, so who
# waits for one longer than a few seconds is told so, or all threads would wait. Each thread has a connection of its
# own, with 3 MB of memory; the system keeps the rest of the file.
DATABASE_URL = env_text("DATABASE_URL", f"sqlite:///{BASE_DIR / 'var' / 'blognomic.sqlite3'}")
try:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=60, conn_health_checks=True)}
except (ValueError, KeyError) as error:
    raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from None
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "blognomic.reach.sqlite3"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-3000;",
    }
# On PostgreSQL each process keeps a pool of connections, as many as it has threads, and tries one before it is used;
# none of them waits for a server that does not answer. Without a pool, each thread keeps its own for a minute.
DATABASE_POOL = env_int("DATABASE_POOL", 0 if DEBUG else WEB_THREADS)
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    _options = DATABASES["default"].setdefault("OPTIONS", {})
    _options.setdefault("connect_timeout", 2)
    if DATABASE_POOL:
        from blognomic.reach.patient import PatientConnection  # which needs PostgreSQL's library

        DATABASES["default"]["CONN_MAX_AGE"] = 0
        _options["pool"] = {
            "min_size": 1,
            "max_size": DATABASE_POOL,
            "timeout": 2,
            "reconnect_timeout": 2,
            "connection_class": PatientConnection,
        }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What several processes and machines share besides the database: how often somebody has tried to sign in, posted and so
# on. Without Redis or Valkey, or while it does not answer, each process counts for itself, so that the limits are
# looser by their number; nothing of the game is in it.
CACHE_URL = env_text("CACHE_URL").replace("valkey", "redis", 1)
if CACHE_URL and not CACHE_URL.startswith(("redis://", "rediss://")):
    raise ImproperlyConfigured("CACHE_URL must begin with redis://, rediss://, valkey:// or valkeys://.")
CACHES = {
    "default": {
        "BACKEND": "blognomic.reach.optional.OptionalCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "blognomic",
    }
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# Accounts (django-allauth)
AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [{"NAME": "blognomic.accounts.passwords.Sound"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "blognomic.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env_text("EMAIL_VERIFICATION", "optional" if DEBUG else "mandatory")
if ACCOUNT_EMAIL_VERIFICATION not in {"mandatory", "optional", "none"}:
    raise ImproperlyConfigured("EMAIL_VERIFICATION must be mandatory, optional or none.")
ACCOUNT_USERNAME_MIN_LENGTH = 1
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_FORMS = {
    "signup": "blognomic.accounts.forms.passwords.SignupForm",
    "change_password": "blognomic.accounts.forms.passwords.ChangePasswordForm",
    "set_password": "blognomic.accounts.forms.passwords.SetPasswordForm",
    "reset_password_from_key": "blognomic.accounts.forms.passwords.ResetPasswordKeyForm",
}
# Who they are is asked again before anything that changes how somebody gets in, and all their addresses are told.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG
MFA_TOTP_ISSUER = "BlogNomic"
# What a browser says of a key is read with care: the forms of allauth end in an error for some that are malformed.
MFA_FORMS = {
    "add_webauthn": "blognomic.accounts.forms.passkeys.AddForm",
    "authenticate_webauthn": "blognomic.accounts.forms.passkeys.AuthenticateForm",
    "login_webauthn": "blognomic.accounts.forms.passkeys.LoginForm",
    "reauthenticate_webauthn": "blognomic.accounts.forms.passkeys.ReauthenticateForm",
}

# E-mail: printed on the console unless a server is named.
EMAIL_HOST = env_text("EMAIL_HOST")
EMAIL_PORT = env_int("EMAIL_PORT", 25)
EMAIL_HOST_USER = env_text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env_text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", False)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_TIMEOUT = 10
if not DEBUG and not EMAIL_HOST and ACCOUNT_EMAIL_VERIFICATION == "mandatory":
    raise ImproperlyConfigured(
        "EMAIL_HOST must name the server that sends e-mail, or EMAIL_VERIFICATION be optional or none."
    )

# Notices: where their links lead, how long before the law's limit the silent are warned, and whether a webhook may
# lead into the site's own network.
SITE_URL = env_text("SITE_URL").rstrip("/")
if not SITE_URL:
    _host = ALLOWED_HOSTS[0].lstrip(".*") if ALLOWED_HOSTS else ""
    if not DEBUG and not _host:
        raise ImproperlyConfigured("With ALLOWED_HOSTS=*, SITE_URL must say where the site is.")
    SITE_URL = "http://127.0.0.1:8000" if DEBUG else f"http{'s' if HTTPS else ''}://{_host}"
if not SITE_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured("SITE_URL must begin with https:// or http://.")
if HTTPS and not SITE_URL.startswith("https://"):
    raise ImproperlyConfigured("SITE_URL must begin with https://, or HTTPS be 0.")
# Servers of mail refuse letters from a host that is none, so they come from the site's own unless a sender is named.
_sender = f"blognomic@{'localhost' if DEBUG else urlsplit(SITE_URL).hostname}"
DEFAULT_FROM_EMAIL = env_text("DEFAULT_FROM_EMAIL", f"BlogNomic <{_sender}>")
# Where a fault of safety is reported: in /.well-known/security.txt.
SECURITY_CONTACT = env_text("SECURITY_CONTACT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
if not SECURITY_CONTACT.startswith(("mailto:", "https://")) or len(SECURITY_CONTACT.split()) != 1:
    raise ImproperlyConfigured("SECURITY_CONTACT must begin with mailto: or https:// and have no spaces.")
# What pushes to devices are signed with: `manage.py push_key` makes one. Without it, nothing is pushed.
PUSH_PRIVATE_KEY = env_text("PUSH_PRIVATE_KEY", "")
if PUSH_PRIVATE_KEY and re.fullmatch(r"[A-Za-z0-9_-]{43}", PUSH_PRIVATE_KEY) is None:
    raise ImproperlyConfigured("PUSH_PRIVATE_KEY is none that `manage.py push_key` makes.")
PUSH_CONTACT = parseaddr(DEFAULT_FROM_EMAIL)[1]
NOTICE_IDLE_HOURS = env_int("NOTICE_IDLE_HOURS", 48)
WEBHOOKS_TO_PRIVATE = env_bool("WEBHOOKS_TO_PRIVATE", False)

# One clock: UTC.
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = True
FORMAT_MODULE_PATH = ["blognomic.formats"]
# The game itself is played in English: its rules, its record and its law. The site is also told in:
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env_text("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
if not DEBUG:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "blognomic.server.static_files.StaticFiles"},
    }
# Of files whose name stays when they change, in seconds; of hashed ones it is ten years.
WHITENOISE_MAX_AGE = 300

# A post is text: nothing larger than this is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

# What one player, or one address that is not signed in, may do; see blognomic/middleware/rates.py. For people
# these are far away.
RATE_LIMITS = {
    "signing in": "20/minute; 100/hour",
    "signing up": "10/hour; 30/day",
    "resetting passwords": "10/hour",
    "posting": "10/minute; 60/hour",
    "commenting": "20/minute; 300/hour",
    "drafting": "120/minute",
    "messages": "20/minute; 200/hour",
    "dice": "60/minute; 600/hour",
    "webhooks": "10/minute; 60/hour",
    "exports": "60/minute",
    "searches": "120/minute",
    "jumps": "300/minute",
    "writing": "60/minute; 1200/hour",
    "reading by program": "300/minute; 6000/hour",
    "judging": "20/minute; 200/hour",
    "tokens": "10/hour; 50/day",
}
# django-allauth's own, which know the account that somebody tries to get into.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {
    # Wrong passwords, see blognomic/accounts/attempts.py: from one network; from all places that are not known as
    # the owner's; from one that is.
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_elsewhere": "20/h/key,100/d/key",
    "login_failed_at_home": "5/5m/key,20/h/key",
    "change_password": "5/m/user,20/h/user",
    "reset_password": "20/m/ip,5/h/key",
    "confirm_email": "1/3m/key",
}
if not env_bool("RATE_LIMITS", True):
    RATE_LIMITS, ACCOUNT_RATE_LIMITS = {}, False
elif DEBUG:
    RATE_LIMITS = {}

# What a browser may do with a page of this site: load what is on this site, and nothing that is written into the page.
# The picture of a code for a second factor is data.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "upgrade-insecure-requests": HTTPS,
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env_bool("HSTS_SUBDOMAINS", False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = BEHIND_PROXY
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SESSION_ENGINE = "players.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
# Whether the other hosts of the domain insist on HTTPS is for their owner to say (HSTS_SUBDOMAINS), not a fault.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = logging_as(json=not DEBUG)
