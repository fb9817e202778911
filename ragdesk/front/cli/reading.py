"""The commands that only read the stores: list, show, doctor."""

import argparse
from collections.abc import Sequence

from ragdesk.app import health
from ragdesk.app.runtime import Runtime
from ragdesk.domain.models import Check
from ragdesk.front import console, contract
from ragdesk.front.cli.output import as_json, emit
from ragdesk.front.terminal import say
from ragdesk.host import program_files


def _list(runtime: Runtime, options: argparse.Namespace) -> int:
    documents = runtime.library.documents.all()
    if as_json(options):
        for one in documents:
            emit(options, contract.document(one), "")
    else:
        say(console.documents(documents))
    return 0


def _show(runtime: Runtime, options: argparse.Namespace) -> int:
    document = runtime.library.document(options.id)
    chunks = runtime.library.chunks.of_document(options.id)
    value = contract.document(document) | {"passages": [contract.chunk(one) for one in chunks]}
    emit(options, value, console.document(document, chunks))
    return 0


def _doctor(runtime: Runtime, options: argparse.Namespace) -> int:
    if options.store:
        from ragdesk.front.cli.bulk import require_extra

        require_extra()
        from ragdesk.bulk.probe import probe
        from ragdesk.bulk.tables import storage_options

        return print_checks(options, [probe(options.store, storage_options())])
    if options.rebuild:
        health.rebuild(runtime.library, runtime.engines)
    return print_checks(options, [*health.checks(runtime.library, runtime.engines), *program_files.checks()])


def print_checks(options: argparse.Namespace, checks: Sequence[Check]) -> int:
    passed = all(check.passed for check in checks)
    value = {"passed": passed, "checks": [contract.check(check) for check in checks]}
    emit(options, value, console.checks(checks))
    return 0 if passed else 1


COMMANDS = {"list": _list, "show": _show, "doctor": _doctor}
