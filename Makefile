# make demo: set up and check the sample document. make test: set up and run every check.
PYTHON ?= python3
SAMPLE := examples/annual-report.htm

.PHONY: demo test lint format clean

demo: .venv/ready
	@# Exit status 1 means findings, and the sample has some.
	@.venv/bin/cofitcheck check $(SAMPLE) --output build/demo || test $$? -eq 1
	@echo "Open build/demo in a browser to read the report."

test: lint
	.venv-test/bin/python -m pytest -n auto --maxprocesses 4 $(PYTEST)

lint: .venv-test/ready
	.venv-test/bin/ruff check
	.venv-test/bin/ruff format --check
	.venv-test/bin/mypy
	.venv-test/bin/lint-imports

format: .venv-test/ready
	.venv-test/bin/ruff check --fix
	.venv-test/bin/ruff format

.venv/ready: EXTRAS :=
.venv-test/ready: EXTRAS := [dev]
.venv/ready .venv-test/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "cofitcheck needs Python 3.11 or later, and $(PYTHON) is `$(PYTHON) --version 2>&1`."; \
		echo "Name another, for instance: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --editable '.$(EXTRAS)'
	@touch $@

clean:
	rm -rf .venv-test build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
