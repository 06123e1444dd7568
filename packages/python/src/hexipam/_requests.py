"""Requests from the arguments of calls, and results from answers."""
from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from ._answer import Answer, answer_type
from ._generated.answers import ANSWERS

#: A value of a parameter. Booleans are sent as `true` and `false`; parameters with None are not sent.
Value = str | int | bool | None
Query = Mapping[str, Value]
Headers = Mapping[str, str]
#: A JSON object, or a model.
Body = Mapping[str, object] | BaseModel


class RequestBuilder:
    """Builds the requests of a client."""

    def __init__(self, url: str, app: str, key: str | None, headers: Headers | None) -> None:
        if httpx.URL(url).scheme not in ("http", "https"):
            raise ValueError(f"{url} is not a URL of the form https://ipam.example.org")
        self.url = f"{url.rstrip('/')}/api/{quote(app, safe='')}"
        self._headers = {**(headers or {}), "api-stringify-results": "0", **({} if key is None else {"token": key})}

    def build(
        self,
        method: str,
        path: str,
        arguments: Mapping[str, str | int],
        *,
        query: Query | None = None,
        body: Body | None = None,
        headers: Headers | None = None,
    ) -> httpx.Request:
        """A request of an operation. Raises TypeError for an unknown path, and for a missing or further argument."""
        if (method, path) not in ANSWERS:
            raise TypeError(f"the description has no {method.upper()} {path}")
        content = body.model_dump(mode="json", exclude_unset=True) if isinstance(body, BaseModel) else body
        return httpx.Request(
            method.upper(),
            self.url + _filled(path, arguments),
            params=_sent(query or {}),
            headers={**self._headers, **(headers or {})},
            json=None if content is None else dict(content),
        )


def answer_in(method: str, path: str, response: httpx.Response) -> Answer[Any]:
    """The answer of an operation with its type. Data of a form that the description does not have are JSON values."""
    content = {"data": None, **response.json()}
    try:
        return answer_type(ANSWERS[method, path]).model_validate(content)
    except ValidationError:
        # the request has had its effect: an error would hide it
        return answer_type(Any).model_validate(content)


def cursor_in(answer: Answer[Any]) -> str | None:
    """The cursor of the next page; None for the last one."""
    return None if answer.next is None else parse_qs(urlsplit(answer.next).query)["after"][0]


def _filled(path: str, arguments: Mapping[str, str | int]) -> str:
    names = re.findall(r"\{(\w+)\}", path)
    if set(names) != set(arguments):
        raise TypeError(f"{path} needs the arguments {sorted(names)}, not {sorted(arguments)}")
    return re.sub(r"\{(\w+)\}", lambda found: quote(str(arguments[found[1]]), safe=""), path)


def _sent(query: Query) -> dict[str, str]:
    texts = {True: "true", False: "false"}
    return {
        name: texts[value] if isinstance(value, bool) else str(value) for name, value in query.items() if value is not None
    }
