# Each target is the only command needed on a machine with Python 3.11+ and make.
# The first run installs what it needs into .venv and node_modules; later runs reuse it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PY     := $(BIN)/python
NPM    := $(PY) tools/node.py npm
PORT   ?= 8000

.PHONY: help serve lab site test test-long test-gpu test-floors mutate bench lint format js lock clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: $(VENV)/.ready node_modules/.ready js  ## build the book if needed, serve it at a local address, rebuild on save
	@$(BIN)/lnteach serve --watch --port $(PORT)

lab: $(VENV)/.ready js  ## open the chapters in JupyterLab
	@$(BIN)/jupyter lab --notebook-dir=notebooks

site: $(VENV)/.ready node_modules/.ready js  ## build the static site into build/site
	@$(BIN)/lnteach build

test: $(VENV)/.ready node_modules/.ready js lint  ## all tests, a real browser included
	@$(NPM) run --silent test
	@$(PY) tools/chromium.py
	@echo "Building the site (executes the notebooks if they changed) ..."
	@$(BIN)/lnteach build
	@$(PY) -m pytest -n 2 --dist loadgroup -m "not browser and not long and not gpu"
	@$(PY) -m pytest -n 3 --dist loadgroup -m "browser and not long" tests/browser

test-long: $(VENV)/.ready node_modules/.ready js  ## full property counts, soak and comparison runs (up to an hour)
	@$(PY) tools/chromium.py
	@$(BIN)/lnteach build
	@HYPOTHESIS_PROFILE=long $(PY) -m pytest -n 2 --dist loadgroup -m "not browser and not gpu"
	@$(PY) -m pytest -n 3 --dist loadgroup -m browser tests/browser
	@$(MAKE) test-floors

test-gpu: $(VENV)/.ready  ## the core on CuPy, where there is a CUDA device
	@$(PY) -m pytest -m gpu tests/gpu

test-floors: $(VENV)/.ready  ## the package on the oldest NumPy, SymPy and matplotlib it admits
	@$(PY) tools/floors.py

mutate: $(VENV)/.ready  ## change the course by a number or sign at a time, and see that it is noticed (15 minutes)
	@$(PY) tools/mutate.py

bench: $(VENV)/.ready node_modules/.ready js  ## measure, print, and keep the figures in benchmarks/
	@$(PY) tools/chromium.py
	@$(BIN)/lnteach build
	@$(BIN)/lnteach bench

lint: $(VENV)/.ready node_modules/.ready  ## lint and type-check Python and JavaScript
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(PY) -m mypy
	@$(NPM) run --silent lint
	@$(NPM) run --silent types

format: $(VENV)/.ready node_modules/.ready  ## format both languages
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .
	@$(NPM) run --silent format

js: $(VENV)/.ready
	@$(PY) tools/bundle.py
	@$(PY) tools/bank.py

lock: $(VENV)/.ready  ## write the lock files anew from what is installed
	@$(PY) tools/lock.py
	@$(NPM) install --package-lock-only --ignore-scripts

clean:  ## remove what was built (not the environment)
	rm -rf build .cache .pytest_cache .mypy_cache .ruff_cache

$(VENV)/.ready: requirements.txt requirements-lock.txt pyproject.toml tools/setup.py
	@$(PYTHON) tools/setup.py $(VENV)

node_modules/.ready: package.json package-lock.json $(VENV)/.ready
	@echo "Installing the JavaScript tools (first time only) ..."
	@$(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
