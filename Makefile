# make help says what each target does, from the words behind "##".
PYTHON ?= python3
SAMPLE := examples/annual-report.htm
TRAIN := .venv-train/bin/python -m cofitcheck.training
SPLIT := test
METHODS := default words value value-period lexical autocheck heuristic all-pairs own-value
RESULTS := benchmarks/results
INDUSTRIES := benchmarks/manifest/industries.tsv

# What is missing is said before anything is installed.
ifneq ($(filter train benchmark,$(MAKECMDGOALS)),)
$(if $(LIST),,$(error Name the list of filings: make $(MAKECMDGOALS) LIST=path/to/filings.tsv))
endif
ifneq ($(filter train,$(MAKECMDGOALS)),)
$(if $(UNTAGGED),,$(error Name the list of filings without tags too: make train LIST=$(LIST) UNTAGGED=path/to/untagged.tsv))
$(if $(OTHERS),,$(error Name the list of reports of other countries too: make train LIST=$(LIST) UNTAGGED=$(UNTAGGED) OTHERS=path/to/other.tsv))
$(if $(READ),,$(error Name the list of filings that people read too: make train LIST=$(LIST) UNTAGGED=$(UNTAGGED) OTHERS=$(OTHERS) READ=path/to/small.tsv))
endif

.PHONY: help demo test fast slow processes browser lint format words api notebook dist lock train benchmark figures clean

help: ## Say what each target does
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

demo: .venv/ready ## Set up the package alone and check the sample report
	@# Exit status 1 means findings, and the sample has some.
	@.venv/bin/cofitcheck check $(SAMPLE) --output build/demo || test $$? -eq 1
	@echo "Open build/demo/annual-report.report.html in a browser to read the report."

test: .venv-test/ready ## Set up, lint, check types and run the fast tests; PYTEST="tests/cli -k interrupt" runs some
	@$(MAKE) --no-print-directory --jobs 2 lint fast

fast: .venv-test/ready ## The fast tests without linters and types
	.venv-test/bin/python -m pytest -n auto --maxprocesses 4 --dist worksteal $(PYTEST)

slow: .venv-train/ready ## What trains, starts processes or takes minutes; sets up torch
	.venv-train/bin/python -m pytest -m slow -rs $(PYTEST)

processes: .venv-test/ready ## Those slow tests that start processes and need no torch
	.venv-test/bin/python -m pytest -m slow -n auto --maxprocesses 4 tests/cli tests/batch tests/examples

browser: .venv-test/ready ## What drives Chromium; skipped, with the reason, where there is none
	.venv-test/bin/python -m pytest -m browser -rs $(PYTEST)

lint: .venv-test/ready ## Linters, types and the layers of imports
	.venv-test/bin/ruff check
	.venv-test/bin/ruff format --check
	.venv-test/bin/mypy
	.venv-test/bin/lint-imports

CATALOGUES := src/cofitcheck/reports/words/catalogues
# Without a head a catalogue has the plural forms of English, which Chinese and Japanese have not.
PO_HEAD := msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: %s\\n"\n\n
words: .venv-test/ready ## Bring the catalogues of the languages up to the sentences of the code
	mkdir -p build
	.venv-test/bin/pybabel -q extract -F configs/babel.cfg --no-default-keywords -k phrase -k say -k counted:1,2 \
	  -k _counted:1,2 -k _ -k _n:1,2 --no-location --sort-output --omit-header -o build/words.pot src/cofitcheck
	for tag in zh_Hans zh_Hant ja es; do \
	  .venv-test/bin/pybabel -q update -w 110 --no-fuzzy-matching --ignore-obsolete --omit-header -l $$tag -i build/words.pot \
	    -o $(CATALOGUES)/$$tag.po; \
	  [ $$tag = es ] && forms='nplurals=2; plural=(n != 1);' || forms='nplurals=1; plural=0;'; \
	  { printf '$(PO_HEAD)' "$$forms"; grep -v '^#, python-brace-format$$' $(CATALOGUES)/$$tag.po; } > build/$$tag.po; \
	  mv build/$$tag.po $(CATALOGUES)/$$tag.po; \
	done

api: .venv-test/ready ## docs/api.md from docstrings, and the schemas of the JSON
	.venv-test/bin/python docs/make_api.py

notebook: .venv-test/ready ## Run the notebook of examples/ again, so that it shows what comes out today
	cd examples && ../.venv-test/bin/python -c "import nbformat as f, nbclient as c; n = f.read('walkthrough.ipynb', 4); \
	  c.NotebookClient(n, record_timing=False).execute(); f.write(n, 'walkthrough.ipynb')"

dist: .venv-test/ready ## A wheel and the sources, in dist/
	rm -rf dist
	.venv-test/bin/python -m build --outdir dist

lock: ## The newest version of all that make installs, to configs/constraints.txt
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --editable '.[dev,train]'
	{ head -1 configs/constraints.txt; build/lock/bin/python -m pip freeze --exclude-editable | grep -vE '^(torch|triton|nvidia-.*)=='; } > build/constraints.txt
	mv build/constraints.txt configs/constraints.txt

format: .venv-test/ready ## Format, and mend what ruff can
	.venv-test/bin/ruff check --fix
	.venv-test/bin/ruff format

# Everything that ships, and the baselines, from the lists of tagged filings, of filings without tags, of reports of other countries, and of those in benchmarks/real:
# make train LIST=path/to/filings.tsv UNTAGGED=path/to/untagged.tsv OTHERS=path/to/other.tsv READ=path/to/small.tsv (five hours by the sum of its steps).
train: .venv-train/ready ## Train all that ships from LIST, UNTAGGED, OTHERS and READ
	$(TRAIN).dataset --list $(LIST) --output runs/data --split train --split dev
	$(TRAIN).pretraining.documents --list $(UNTAGGED) --splits $(LIST) --output runs/untagged
	$(TRAIN).silver --untagged runs/untagged --list $(LIST) --output runs/data
	.venv-train/bin/cofitcheck train encoder --config configs/encoder/bundled.yaml --resume
	.venv-train/bin/cofitcheck train encoder --config configs/encoder/counterpart.yaml --resume
	mkdir -p runs/model
	cp runs/encoder/encoder.int8.onnx runs/model/encoder.onnx
	cp runs/encoder/tokenizer.json runs/encoder/cofitcheck.json runs/model/
	cp runs/counterpart/encoder.int8.onnx runs/counterpart/encoder.onnx
	$(TRAIN).trees --data runs/data --encoder runs/model --counterpart runs/counterpart --output runs/model
	$(TRAIN).equals --list $(LIST) --model runs/model --output runs/model
	$(TRAIN).within --list $(LIST) --model runs/model --output runs/model
	$(TRAIN).difference --list $(LIST) --model runs/model --output runs/model
	$(TRAIN).sums --list $(LIST) --output runs/model
	$(TRAIN).ties --list $(LIST) --output runs/model
	$(TRAIN).text --list $(LIST) --output runs/model
	$(TRAIN).text_calibration --read $(READ) benchmarks/real $(basename $(READ)) --output runs/model
	$(TRAIN).encoder.student --list $(LIST) --untagged $(UNTAGGED) --others $(OTHERS) --config configs/encoder/student.yaml --resume
	$(TRAIN).encoder.student --list $(LIST) --untagged $(UNTAGGED) --others $(OTHERS) --config configs/encoder/student-rounded.yaml --resume
	cp runs/model/*-training.json $(RESULTS)/
	cp runs/model/*.onnx runs/model/tokenizer.json runs/model/*.json src/cofitcheck/weights/
	cp runs/student-rounded/encoder.onnx src/cofitcheck/weights/
	rm -f src/cofitcheck/weights/*-training.json
	.venv-train/bin/python benchmarks/ceiling.py $(LIST)
	mkdir -p runs/baselines
	$(TRAIN).baselines.lexical --data runs/data --output runs/baselines
	$(TRAIN).baselines.autocheck --data runs/data --output runs/baselines

# Everything that is cheap: docs/measurements/benchmark.md, candidates of stage 1, sampled pairs, neighbours of tables, and the pages that
# say them. make benchmark LIST=path/to/filings.tsv (half an hour on two cores).
benchmark: .venv-test/ready ## Measure all that is cheap on LIST again, and fill the pages
	@for method in $(METHODS); do echo "$$method"; \
		.venv-test/bin/cofitcheck evaluate matching $(LIST) --split $(SPLIT) --method $$method \
			--industries $(INDUSTRIES) --json $(RESULTS)/matching-$$method.json || exit 1; done
	.venv-test/bin/cofitcheck evaluate errors $(LIST) --split $(SPLIT) --industries $(INDUSTRIES) \
		--json $(RESULTS)/errors.json
	.venv-test/bin/cofitcheck evaluate anywhere $(LIST) --split $(SPLIT) --planted 4 --together 1 \
		--industries $(INDUSTRIES) --json $(RESULTS)/anywhere.json
	@# The verdicts are on test filings.
	.venv-test/bin/cofitcheck evaluate untagged $(LIST) --split test --verdicts benchmarks/untagged \
		--json $(RESULTS)/untagged.json
	.venv-test/bin/cofitcheck evaluate statistics $(LIST) --json $(RESULTS)/statistics.json
	.venv-test/bin/cofitcheck evaluate candidates $(LIST) --split $(SPLIT) --json $(RESULTS)/candidates.json \
		--plot docs/measurements/stage-1-candidates.svg
	.venv-test/bin/python -m benchmarks.adjudicate figures benchmarks/adjudication --json $(RESULTS)/adjudicated.json
	.venv-test/bin/python -m benchmarks.neighbours $(LIST) --split train --every 8 --json $(RESULTS)/neighbours.json
	.venv-test/bin/python -m benchmarks.drawn_tables --verdicts benchmarks/drawn-tables.jsonl --json $(RESULTS)/drawn-tables.json
	@for judge in trees words autocheck value value-period; do echo "$$judge"; rm -rf build/table-3; \
		case $$judge in trees) how=;; words) how=--words;; *) how="--method $$judge";; esac; \
		.venv-test/bin/python -m benchmarks.paper.table_3 $(LIST) benchmarks/sampled-candidates.jsonl $$how \
			--run-minutes 60 --work build/table-3 --json $(RESULTS)/sampled-$$judge.json || exit 1; done
	$(MAKE) figures

# Of what the pages say only the sizes of the code are measured: they cost seconds and change with every commit.
figures: .venv-test/ready ## Fill the pages from the figures in benchmarks/results
	.venv-test/bin/python -m benchmarks.structure --json $(RESULTS)/structure.json
	.venv-test/bin/python -m benchmarks.pages
	.venv-test/bin/cofitcheck evaluate render $(METHODS:%=$(RESULTS)/matching-%.json) $(RESULTS)/errors.json \
		$(RESULTS)/untagged.json $(RESULTS)/adjudicated.json $(RESULTS)/statistics.json \
		--output docs/measurements

.venv/ready: EXTRAS :=
.venv-test/ready: EXTRAS := [dev]
.venv-train/ready: EXTRAS := [dev,train]
.venv/ready .venv-test/ready .venv-train/ready: pyproject.toml configs/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "cofitcheck needs Python 3.11 or later, and $(PYTHON) is `$(PYTHON) --version 2>&1`."; \
		echo "Name another, for instance: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --constraint configs/constraints.txt --editable '.$(EXTRAS)'
	@touch $@

clean: ## Remove what commands have made, but for .venv, .venv-train and runs
	rm -rf .venv-test build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
