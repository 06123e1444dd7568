"""Answers of the service."""
from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

Data = TypeVar("Data")


class Answer(BaseModel, Generic[Data]):
    """A successful answer. Members that the description does not list are attributes too."""

    model_config = ConfigDict(extra="allow")

    #: The record, the records, or another result; None for a confirmation.
    data: Data
    #: Id of the created or changed record; None in the dry run of a creation.
    id: int | None = None
    message: str | None = None
    #: Number of records of all pages, with `count`.
    total: int | None = None
    #: Target of the request for the next page.
    next: str | None = None
    explain: Any = None
    dry_run: bool = False


@lru_cache(maxsize=None)
def answer_type(data: Any) -> type[Answer[Any]]:
    """The type of answers with this type of data."""
    return Answer[data]
