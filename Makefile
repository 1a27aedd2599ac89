# Both commands set everything up themselves: only Python 3.10+ and make are needed.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: audit test docs bench clean

audit: $(VENV)/run  ## the main job: the rule-based resolver on the embedded suites, one report
	$(BIN)/corefair audit rule balanced=rule:gender_counts=balanced nearest --suite occupations --suite participants -o report

test: $(VENV)/dev  ## style, types, tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q

docs: $(VENV)/dev  ## rewrite docs/reference.md from the code
	$(BIN)/python docs/make_reference.py

bench: $(VENV)/dev  ## ratios measured in one run
	for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

$(VENV)/run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[text]'
	touch $@

$(VENV)/dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV)
