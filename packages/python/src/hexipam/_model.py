"""The base class of models."""
from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A record of an answer. Custom fields and members of later versions are attributes too."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=(), defer_build=True)
