# Two commands carry everything: `make simulate` and `make test`.
# `make help` lists the rest.

VENV    := .venv
BIN     := $(VENV)/bin
STAMP   := $(VENV)/.installed

# What `make simulate` plays; e.g. make simulate GAMES=100 HAND=steady,shaky
GAMES   ?= 20
PLAYERS ?= 4
POLICY  ?= prober
HAND    ?= average
SEED    ?= 1
OUT     ?= results/first-games

# And then so many games of each mode of STACCS, into results/staccs-MODE.
STACCS_GAMES  ?= 200
STACCS_MODES  ?= uh-oh party solo wild-out
STACCS_POLICY ?= greedy

# And what all of them look like goes here: open index.html in a browser.
GALLERY ?= out

# Where `make compiled` installs to: apart from the sources, where it would go stale.
COMPILED := build/compiled
SOURCES  := pyproject.toml tools/hatch_compile.py \
    $(wildcard gamebase/*.py sims/*.py staccs/*.py staccs/*/*.py)

# Only what `make bench` compares with; nothing else needs it.
BENCH_WITH := rlcard==1.2.0 termcolor==3.3.0

PIP     := $(BIN)/python -m pip --disable-pip-version-check
PYTEST_ARGS ?= -n 2

.DEFAULT_GOAL := help
.PHONY: help setup simulate test test-notebooks notebooks lint format types compiled test-compiled bench clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' \
	    $(MAKEFILE_LIST)

setup: $(STAMP)  ## make .venv with the pinned versions

$(STAMP): pyproject.toml constraints.txt
	@python=$$(sh tools/find-python.sh) || exit 1; \
	$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
	    echo "making $(VENV) with $$python"; \
	    "$$python" -m venv --clear $(VENV) || exit 1; }
	@echo "installing the pinned versions (about a minute the first time)"
	@$(PIP) install --quiet --constraint constraints.txt hatchling editables
	@$(PIP) install --quiet --constraint constraints.txt \
	    --no-build-isolation --editable '.[dev]'
	@touch $@

simulate: $(STAMP)  ## play both games, print tables, write out/index.html
	$(BIN)/stacko simulate --games $(GAMES) --players $(PLAYERS) \
	    --policy $(POLICY) --hand $(HAND) --seed $(SEED) \
	    --out $(OUT) --overwrite
	@for mode in $(STACCS_MODES); do \
	    $(BIN)/staccs simulate --mode $$mode --games $(STACCS_GAMES) \
	        --policy $(STACCS_POLICY) --seed $(SEED) \
	        --out results/staccs-$$mode --overwrite || exit $$?; \
	done
	@echo "making a gallery of these games:"
	@$(BIN)/python -m sims.gallery $(OUT) $(STACCS_MODES:%=results/staccs-%) \
	    --out $(GALLERY) --overwrite

test: lint types  ## linter, format, types, doctests, every test and notebook
	$(BIN)/pytest $(PYTEST_ARGS)
	$(MAKE) --no-print-directory test-notebooks

test-notebooks: $(STAMP)  ## run the notebooks with small data of their own
	QUICK=1 $(BIN)/pytest $(PYTEST_ARGS) --nbmake --nbmake-timeout=600 \
	    notebooks/[0-9]*.ipynb

notebooks: $(STAMP)  ## make the data of the notebooks, and run them (hours)
	$(BIN)/python -m sims.notebook_data
	$(BIN)/jupytext --quiet --update --to ipynb notebooks/[0-9]*.py
	$(BIN)/jupyter nbconvert --execute --inplace --log-level WARN \
	    --ExecutePreprocessor.record_timing=False notebooks/[0-9]*.ipynb

lint: $(STAMP)  ## linter and format check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(STAMP)  ## put the code in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(STAMP)  ## mypy --strict on the packages
	$(BIN)/mypy

compiled: $(COMPILED)/.installed  ## STACCS compiled, into build/compiled

$(COMPILED)/.installed: $(STAMP) $(SOURCES)
	@echo "compiling STACCS (about half a minute)"
	@rm -rf $(COMPILED)
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(PIP) install --quiet --no-deps \
	    --no-build-isolation --target $(COMPILED) .
	@rm -r $(COMPILED)/bin  # its commands would find the sources first
	@touch $@

test-compiled: compiled  ## the tests of STACCS against the compiled one
	$(BIN)/pytest $(PYTEST_ARGS) -o pythonpath="$(COMPILED) ." tests/staccs

bench: $(STAMP)  ## measure speed and print the figures of BENCHMARKS.md
	@$(PIP) install --quiet --constraint constraints.txt $(BENCH_WITH) || \
	    echo "rlcard cannot be installed: STACCS is measured alone"
	@$(MAKE) --no-print-directory compiled || \
	    echo "STACCS cannot be compiled: it is measured in plain Python alone"
	$(BIN)/python -m sims.staccs_bench --compiled $(COMPILED)
	$(BIN)/python -m sims.bench

clean:  ## remove .venv and caches (results stay)
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
