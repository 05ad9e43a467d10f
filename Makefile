# One command for each thing a person does here. `make chat` and `make test` set everything up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable ".[embedded]" --group dev
	@touch $@

.PHONY: install
install: $(READY) ## Create the environment and install

.PHONY: chat
chat: $(READY) ## Install, fetch the embedded model, start the REPL
	@$(BIN)/assistant models pull --if-missing
	@$(BIN)/assistant chat

.PHONY: test
test: $(READY) ## Install and run the tests
	$(BIN)/pytest -n auto

.PHONY: test-slow
test-slow: $(READY) ## The slow tests: random kills, many processes, the embedded model
	@$(BIN)/assistant models pull --if-missing --quiet
	$(BIN)/pytest -m slow

.PHONY: lint
lint: $(READY) ## Format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

.PHONY: check
check: lint test ## Everything that must be green before a commit

.PHONY: docs
docs: $(READY) ## Write the generated parts of the documentation anew, pictures included
	$(BIN)/python -m tests.docs
	$(BIN)/python -m tests.manual
	$(BIN)/python -m tests.pictures
