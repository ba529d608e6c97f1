# Two commands do all set-up on a machine with only Python 3.11 to 3.13:
#   make demo   installs Corrigenda into .venv and checks the bundled manuscripts, offline
#   make test   installs what developing needs and runs the test suite
PYTHON ?= python3

.PHONY: demo test check lock
demo: .venv/run
	.venv/bin/corrigenda demo --out demo-report

# All cores share the tests, a file at a time: what a file has set up is set up once. Plain `pytest` runs them one by one.
test: .venv/develop
	.venv/bin/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

check: .venv/develop
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports

.venv/run: requirements.txt pyproject.toml
	sh bin/set-up $(PYTHON) run

.venv/develop: requirements-dev.txt pyproject.toml
	sh bin/set-up $(PYTHON) develop

# Pins every dependency with its hashes. Needs uv.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra build pyproject.toml -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra build --extra dev pyproject.toml -o requirements-dev.txt
