"""Client of the Hexipam REST interface."""
from ._answer import Answer
from ._async_client import AsyncClient
from ._client import Client
from ._errors import HexipamError, NoAnswerError
from ._generated import models
from ._generated.error_codes import ErrorCode
from ._generated.models import Change
from ._options import Credentials, Retries

__all__ = [
    "Answer",
    "AsyncClient",
    "Change",
    "Client",
    "Credentials",
    "ErrorCode",
    "HexipamError",
    "NoAnswerError",
    "Retries",
    "models",
]
