.DEFAULT_GOAL := help
.PHONY: help run test lint format bench train catalogue lock clean dev hwlab

RUN := .venv/bin
DEV := .venv-dev/bin

help: ## Say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Run runewatch (ARGS="..."; the demo without)
	@scripts/setup .venv requirements/run.lock
	@$(RUN)/runewatch $(or $(ARGS),demo)

# The run lock first: it holds the setuptools that builds what has no wheel.
dev:
	@scripts/setup .venv-dev requirements/run.lock requirements/dev.lock

test: dev ## Run the tests (ARGS="..." goes to pytest)
	@$(DEV)/python -m pytest $(ARGS)

lint: dev ## Check style, format, types and who imports whom
	@$(DEV)/ruff check --quiet
	@$(DEV)/ruff format --check --quiet
	@$(DEV)/mypy
	@$(DEV)/lint-imports --no-logo

format: dev ## Sort imports, mend what can be mended, format
	@$(DEV)/ruff check --fix
	@$(DEV)/ruff format

bench: dev ## Measure (ARGS="..." goes to bench)
	@$(DEV)/python -m bench $(ARGS)

train: ## Make the networks of sight anew, from pictures made here (hours)
	@scripts/setup .venv-train requirements/run.lock requirements/train.lock
	@scripts/train

catalogue: dev ## Gather the messages to translate, compile the translations
	@$(DEV)/python scripts/catalogue

hwlab: ## Prove in the hardware lab that picamera2 works beside our OpenCV (HWLAB=folder; root, some minutes)
	@tests/hwlab/run $(ARGS)

lock: ## Pin the newest releases again
	@scripts/lock

clean: ## Remove what was made: environments, caches, builds
	rm -rf .venv .venv-dev .venv-train build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
