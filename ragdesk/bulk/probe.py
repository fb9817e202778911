"""Does an object store keep what it promises? Lance commits with a PUT that must fail where the object is there already. A store
that ignores that condition loses commits, and says nothing."""

import secrets
from collections.abc import Mapping

from ragdesk.domain.errors import StoreError, mark
from ragdesk.domain.models import Check

ANOTHER_STORE = mark("Use another store, or a version of it that knows the header If-None-Match.")
# What is Lance's, and nothing of the store's.
_LANCE = ("timeout", "connect_timeout", "client_max_retries", "client_retry_timeout")


def probe(target: str, options: Mapping[str, str]) -> Check:
    """Put one object twice under the condition that it is new, and take it away again.

    Raises:
        StoreError: the store cannot be reached, or refuses the key.
    """
    import obstore
    import obstore.store
    from obstore.exceptions import AlreadyExistsError, BaseError

    name = f"probe-{secrets.token_hex(8)}"
    config = {key: value for key, value in options.items() if key not in (*_LANCE, "allow_http")}
    client = {"allow_http": options.get("allow_http") == "true", "timeout": "20s"}
    try:
        store = obstore.store.from_url(
            target, config=config, client_options=client, retry_config={"max_retries": 1}
        )
        obstore.put(store, name, b"first", mode="create")
        try:
            obstore.put(store, name, b"second", mode="create")
            holds = False
        except AlreadyExistsError:
            holds = bytes(obstore.get(store, name).bytes()) == b"first"
        finally:
            obstore.delete(store, name)
    except (BaseError, OSError, ValueError) as error:
        raise StoreError(
            "The shared library {target} cannot be used: {why}.",
            "See that the storage can be reached and written, and that AWS_… in the environment open it.",
            target=target,
            why=str(error).splitlines()[0][:300],
        ) from error
    detail = (
        "refuses to write over what is there" if holds else "writes over what is there, whatever it is asked"
    )
    return Check("object store", holds, detail, "" if holds else ANOTHER_STORE)


def refuse_a_store_that_loses_commits(target: str, options: Mapping[str, str]) -> None:
    """Raises StoreError. Folders are not looked at: there Lance commits by a link."""
    if "://" in target and not probe(target, options).passed:
        raise StoreError("The object store of {target} loses commits silently.", ANOTHER_STORE, target=target)
