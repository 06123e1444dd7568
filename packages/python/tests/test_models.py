"""Models against the examples of the description."""
from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import httpx
from hexipam import models
from hexipam._answer import answer_type
from hexipam._generated.answers import ANSWERS


def examples() -> Iterator[tuple[str, str, Any]]:
    """The recorded successes: method, path, answer."""
    description = httpx.get(f"{os.environ['URL']}/openapi.json").json()
    for method, path in ANSWERS:
        for status, response in description["paths"][path][method]["responses"].items():
            content = response.get("content", {}).get("application/json", {}) if status.startswith("2") else {}
            for example in content.get("examples", {}).values():
                yield method, path, example["value"]


def test_answers_of_the_description_have_their_types() -> None:
    recorded = list(examples())
    assert len(recorded) > 100
    for method, path, answer in recorded:
        answer_type(ANSWERS[method, path]).model_validate({"data": None, **answer})


def test_records_have_the_models_of_their_kinds() -> None:
    assert ANSWERS["get", "/ranges/{id}/"] is models.Range
    assert {"subnetId", "name", "first", "last", "allocation"} <= set(models.Range.model_fields)
    assert ANSWERS["get", "/subnets/{id}/addresses/"] == list[models.Address]
