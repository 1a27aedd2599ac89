# Both commands set everything up themselves: only Python 3.10+ and make are needed.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: audit experiment test quick fuzz faults docs site wheel bench clean

audit: $(VENV)/run  ## the main job: a rule-based and a learned resolver on the embedded suites, one report
	$(BIN)/corefair audit rule balanced=rule:gender_counts=balanced feature --suite occupations --suite participants -o report

experiment: $(VENV)/run  ## a small grid: do balanced gender counts narrow the gap? Opens as experiment/experiment.html
	$(BIN)/corefair experiment examples/experiment.json -o experiment

test: $(VENV)/dev  ## style, types, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	for folder in $(sort $(dir $(wildcard results/*/*.py))); do (cd $$folder && MYPYPATH=../../src $(CURDIR)/$(BIN)/mypy --config-file ../../pyproject.toml *.py) || exit 1; done
	$(BIN)/pytest -q

quick: $(VENV)/dev  ## style and the fast tests, while you work; tests/slow.txt lists the others
	$(BIN)/ruff check --quiet .
	$(BIN)/pytest -q -m "not slow" tests

MINUTES ?= 60
SEED ?= 0
fuzz: $(VENV)/dev  ## damaged files, lines and texts for every reader, for an hour (MINUTES=, SEED=); bugs go to fuzz-found/
	$(BIN)/python tests/fuzz/campaign.py --minutes $(MINUTES) --seed $(SEED)

TIMES ?= 20
faults: $(VENV)/dev  ## kill -9 at random moments, and disks that fill, for every long job (TIMES=, SEED=)
	$(BIN)/python tests/faults/campaign.py --times $(TIMES) --seed $(SEED)

docs: $(VENV)/dev  ## rewrite docs/reference.md from the code
	$(BIN)/python docs/make_reference.py

site: $(VENV)/site  ## the pages of docs/ as a site, to be read from site/index.html
	$(BIN)/mkdocs build --quiet --strict

wheel: $(VENV)/dev  ## what is released, in dist/
	$(BIN)/python -m hatchling build

bench: $(VENV)/dev  ## ratios measured in one run
	for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

$(VENV)/run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[text,vectors]'
	touch $@

$(VENV)/dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@

$(VENV)/site: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet 'mkdocs>=1.6,<2'
	touch $@

clean:
	rm -rf $(VENV) site dist
