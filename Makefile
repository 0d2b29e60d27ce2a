# boundcalc: `make help` lists the targets. Everything is installed into .venv; nothing needs root.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: demo docs test test-all sweep costs bench bench-provers lint clean help
# Modules are compiled once, for all processes that the tests start.
test test-all sweep costs lint: export PYTHONDONTWRITEBYTECODE :=

# $(call step,COMMAND): say what runs, run it from .venv, and on failure say where it stopped.
define step
@echo "==> $(1)"
@$(BIN)/$(1) || { echo "make: stopped, because this failed: $(1)" >&2; exit 1; }
endef

demo: .venv/.installed ## install, then answer: how many records for these queries?
	$(BIN)/boundcalc solve n tau=0.1 beta=0.05 B=10 m=1000

# Types take as long as all else of `lint`; they are checked beside the tests.
test: .venv/.installed-test ## style, format, types, architecture, and the fast tests: two minutes
	$(call step,ruff check .)
	$(call step,ruff format --check .)
	$(call step,lint-imports --no-logo)
	@echo "==> mypy, and beside it pytest"
	@types=$$(mktemp); $(BIN)/mypy >$$types 2>&1 & \
	$(BIN)/pytest -n 2 --dist worksteal -p tests.touched -p tests.costs; tests=$$?; \
	wait $$!; linted=$$?; cat $$types; rm $$types; \
	[ $$tests = 0 ] || { echo "make: stopped, because this failed: pytest" >&2; exit 1; }; \
	[ $$linted = 0 ] || { echo "make: stopped, because this failed: mypy" >&2; exit 1; }

test-all: .venv/.installed-test ## the rest: slow tests, and every property on more examples
	$(call step,pytest -n 2 --dist worksteal -m "slow and not sweep or hypothesis and not sweep" -p tests.costs)

sweep: .venv/.installed-test ## tens of thousands of random cases of what test-all tries on fewer (two hours)
	$(call step,pytest -n 2 --dist worksteal -m sweep)

costs: .venv/.installed-test ## what the fast tests cost, as the table in CONTRIBUTING.md
	$(call step,pytest -n 2 --dist worksteal -p tests.costs --write-costs)
	$(call step,python -m tests.documents CONTRIBUTING.md)

lint: .venv/.installed-test ## style, format, types, direction of imports
	$(call step,ruff check .)
	$(call step,ruff format --check .)
	$(call step,mypy)
	$(call step,lint-imports --no-logo)

docs: .venv/.installed-test ## the guides and the reference as pages in build/docs
	$(call step,mkdocs build --quiet --site-dir build/docs)

bench: .venv/.installed-bench ## the speed promises, measured beside their peers
	$(BIN)/python benchmarks/run.py
	$(BIN)/python -m benchmarks.suite
	$(BIN)/python -m benchmarks.finite

bench-provers: .venv/.installed-bench ## the prover beside its peers (some hours; cvc5, z3, SymPy, and Coq if it is there)
	$(BIN)/python -m benchmarks.provers

clean: ## remove .venv and everything that was built
	rm -rf .venv build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A stamp per kind of installation. Each depends on what it was made from, and on no other stamp.
.venv/.installed: pyproject.toml .venv/pyvenv.cfg
	@echo "==> installing boundcalc into .venv"
	@$(PIP) --editable .
	@touch $@

.venv/.installed-test: pyproject.toml .venv/pyvenv.cfg
	@echo "==> installing boundcalc and its test tools into .venv"
	@$(PIP) --editable '.[test]'
	@touch .venv/.installed $@

.venv/.installed-bench: pyproject.toml .venv/pyvenv.cfg
	@echo "==> installing boundcalc and its benchmark peers into .venv"
	@$(PIP) --editable '.[bench]'
	@touch .venv/.installed $@

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "make: boundcalc needs Python 3.11 or newer, and $(PYTHON) is not;" \
	         "name another one, as in: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@rm -rf .venv
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
	    echo "make: $(PYTHON) cannot create a virtual environment;" \
	         "on Debian and Ubuntu that needs the package python3-venv" >&2; exit 1; }
