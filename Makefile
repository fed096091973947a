# `make` lists what there is. All of it uses .venv in this folder, which is made and kept up to date as needed.
#   PORT=8001            where `make run` serves
#   PYTHON=python3.12    which Python .venv is made with
#   ARGS="-k veto"       what `make test` hands to pytest
#   DATABASE_URL=...     which database; SQLite in var/ without it

WORKERS ?= 3
python := .venv/bin/python

# What Python has compiled is kept, whatever the environment says (images of containers often forbid it): else each
# worker of the suite, and each program that a test starts, compiles all of the code anew.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help run serve worker demo audit bench test test-postgres sweep faults look screenshots hosting torture torture-postgres fuzz stale messages lint format lock installed clean
.DEFAULT_GOAL := help

help:
	@echo "make run            serve the site on 127.0.0.1:8000, with a demo game if the database is empty"
	@echo "make serve          serve it to others, as the environment says (docs/hosting.md)"
	@echo "make worker         send notices: e-mails and webhooks (beside make run)"
	@echo "make test           run the whole suite (ARGS=... for pytest)"
	@echo "make test-postgres  run it on a PostgreSQL server started for the purpose"
	@echo "make sweep          ask every page the questions of who may, how many queries, and what if; play stories and dynasties"
	@echo "make look           look at every page in a browser, also those that make test leaves out"
	@echo "make screenshots    take pictures of every page, wide and narrow, light and dark, into var/screenshots"
	@echo "make faults         stop the database, fill the disk, and so on, on both databases; figures in var/faults.txt (ARGS=--short for a part)"
	@echo "make hosting        follow docs/hosting.md to the letter on a clean Debian, and upgrade an older game (needs debootstrap, root)"
	@echo "make torture        kill a process in the middle of enactments and moves, KILLS=200 times, by SEED=1 (torture-postgres: on PostgreSQL)"
	@echo "make bench          measure the site on twenty years of play, while a hundred people read and write (needs a table of proposals)"
	@echo "make stale          look for pages that are older than what they show, for an hour (SECONDS=3600)"
	@echo "make fuzz           look for texts that upset a reader, and acts that show what is hidden, for about a quarter of an hour"
	@echo "make messages       gather what is to be translated, and compile what has been (needs gettext)"
	@echo "make lint           check style, types and layers"
	@echo "make audit          look for known faults in the packages (needs the vulnerability service)"
	@echo "make format         put the code and the templates into the house's style"
	@echo "make demo           make the demo game, if the database is empty, and serve nothing"
	@echo "make lock           choose the newest allowed versions of the packages (needs uv)"
	@echo "make clean          remove .venv and all caches; var/, with the database, stays"

run:
	@scripts/bootstrap run

serve: installed
	@scripts/serve

worker: installed
	@$(python) manage.py deliver

demo:
	@scripts/bootstrap demo

installed:
	@scripts/bootstrap install

test: installed
	@$(python) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

test-postgres: installed
	@$(python) scripts/with_postgres $(python) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

sweep: installed
	@$(python) -m pytest -n $(WORKERS) --dist worksteal -m sweep --sweeps $(ARGS)

faults: installed
	@$(python) -m pytest tests/faults --faults $(ARGS)

look: installed
	@$(python) -m pytest -n $(WORKERS) --dist worksteal tests/browser/test_every_page.py \
		tests/browser/test_pages_of_the_demo.py tests/browser/test_unwieldy.py --every-page $(ARGS)

screenshots: installed
	@rm -rf var/screenshots
	@$(python) -m pytest -n $(WORKERS) --dist worksteal tests/browser/test_every_page.py \
		tests/browser/test_pages_of_the_demo.py tests/browser/test_unwieldy.py --pictures var/screenshots $(ARGS)
	@echo "All on one sheet: var/screenshots/index.html"

hosting: installed
	@$(python) scripts/try_hosting $(ARGS)

KILLS ?= 200
SEED ?= 1
torture: installed
	@$(python) -m pytest -n $(WORKERS) tests/votables/checking/test_killed.py tests/votables/checking/test_killed_moves.py --sweeps --kills $(KILLS) --kill-seed $(SEED) $(ARGS)

torture-postgres: installed
	@$(python) scripts/with_postgres $(python) -m pytest -n $(WORKERS) tests/votables/checking/test_killed.py tests/votables/checking/test_killed_moves.py --sweeps --kills $(KILLS) --kill-seed $(SEED) $(ARGS)

fuzz: installed
	@nice -n 19 $(python) -m pytest -n $(WORKERS) --hypothesis-profile=explore --sweeps tests/fuzz tests/blognomic/api/test_as_described.py tests/sight/test_chains.py $(ARGS)

SECONDS ?= 3600
stale: installed
	@nice -n 19 $(python) -m pytest -n $(WORKERS) -rP --sweeps --seconds $(SECONDS) \
		tests/blognomic/cache/test_two_memories.py -k as_long_as_is_asked $(ARGS)

# The sentences of the site into locale/, where they are translated, and from there into what the site reads.
gather := manage.py makemessages --all --no-location --no-wrap --no-obsolete --ignore=.venv --ignore=var --ignore=staticfiles --ignore=tests --ignore=vendor
messages: installed
	@$(python) scripts/words_of_laws.py
	@$(python) $(gather)
	@$(python) $(gather) --domain djangojs
	@$(python) manage.py compilemessages --ignore=.venv --verbosity 0

lint: installed
	@$(python) -m ruff check
	@$(python) -m ruff format --check
	@.venv/bin/djangofmt --quiet --check templates
	@$(python) -m mypy
	@$(python) -c "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_logo=True))"

bench: installed
	@$(python) -m bench $(ARGS)

audit: installed
	@$(python) scripts/audit.py $(ARGS)

format: installed
	@$(python) -m ruff check --fix
	@$(python) -m ruff format
	@.venv/bin/djangofmt --quiet templates

lock := uv pip compile --quiet --universal --upgrade --generate-hashes --no-header pyproject.toml
lock:
	@$(lock) --output-file requirements.txt
	@$(lock) --group dev --constraints requirements.txt --output-file requirements-dev.txt

clean:
	@rm -rf .venv .pytest_cache .ruff_cache .mypy_cache .hypothesis .import_linter_cache staticfiles
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
