.DEFAULT_GOAL := help
.PHONY: help run test screenshots pictures docs lint format bench mutants coverage train catalogue lock clean dev hwlab install update rollback uninstall

RUN := .venv/bin
DEV := .venv-dev/bin

help: ## Say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Run runewatch (ARGS="..."; without them the page with a simulated table and a guided demo)
	@scripts/setup .venv requirements/run.lock
	@$(RUN)/runewatch $(or $(ARGS),run --simulated)

# The run lock first: it holds the setuptools that builds what has no wheel.
dev:
	@scripts/setup .venv-dev requirements/run.lock requirements/dev.lock

test: dev ## Run the tests (ARGS="..." goes to pytest)
	@$(DEV)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

screenshots: dev ## Take pictures of every view, at three sizes, light and dark (ARGS="solo --lang fr")
	@$(DEV)/python -m tests.web.screenshots $(ARGS)

pictures: dev ## Take the pictures of the README and the guides, and film the demo (ARGS="film")
	@$(DEV)/python -m tests.web.pictures $(ARGS)

docs: ## Make a site of docs/ in build/site; a broken link is an error
	@scripts/setup .venv-docs requirements/docs.lock
	@.venv-docs/bin/sphinx-build --quiet --fail-on-warning --keep-going docs build/site
	@echo "docs: open build/site/index.html"

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

mutants: dev ## Break the rules and the referee on purpose, and tell what no test notices (ARGS="--minutes 20")
	@$(DEV)/python scripts/mutate $(ARGS)

coverage: dev ## Tell which functions no test enters (ARGS="tests/engine/spell --of engine/spell --lines")
	@$(DEV)/python scripts/covered $(ARGS)

train: ## Make the networks of sight anew, from pictures made here (hours)
	@scripts/setup .venv-train requirements/run.lock requirements/train.lock
	@scripts/train

catalogue: dev ## Gather the messages to translate, compile the translations
	@$(DEV)/python scripts/catalogue

install: ## Put it into this Raspberry Pi, started with the machine (sudo; WHEELS=folder without a network)
	@scripts/box install

update: ## Replace what is installed by these sources (sudo; goes back by itself if they do not come up)
	@scripts/box update

rollback: ## Go back to the version before (sudo)
	@scripts/box rollback

uninstall: ## Take it out again (sudo; the data stays, PURGE=1 takes it too)
	@scripts/box uninstall

hwlab: ## Prove the box in the hardware lab (ARGS="trixie bookworm ..."; HWLAB=folder; root, some minutes)
	@tests/hwlab/run $(ARGS)

lock: ## Pin the newest releases again
	@scripts/lock

clean: ## Remove what was made: environments, caches, builds
	rm -rf .venv .venv-dev .venv-docs .venv-train build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
