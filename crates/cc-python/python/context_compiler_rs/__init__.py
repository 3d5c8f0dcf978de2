"""A deterministic authority over what a conversation has agreed.

The names, types and messages are those of the package ``context_compiler``, so that
``import context_compiler_rs as context_compiler`` is all that a host changes.

>>> engine = Engine()
>>> engine.step("use docker")
UpdateDecision(changed=True)
>>> print(engine.step("prohibit docker").message)
"docker" is currently in use.
Remove or replace it before prohibiting it.
"""

from ._native import __version__ as __version__
from .const import (
    DECISION_ERROR,
    DECISION_NO_DIRECTIVE,
    DECISION_UPDATE,
    POLICY_PROHIBIT,
    POLICY_USE,
)
from .decision import (
    Decision,
    DecisionKind,
    NoDirectiveDecision,
    SemanticErrorDecision,
    SemanticFailure,
    UpdateDecision,
)
from .engine import Engine, PolicyValue

__all__ = [
    "Decision",
    "DecisionKind",
    "NoDirectiveDecision",
    "SemanticErrorDecision",
    "SemanticFailure",
    "UpdateDecision",
    "DECISION_ERROR",
    "DECISION_NO_DIRECTIVE",
    "DECISION_UPDATE",
    "Engine",
    "POLICY_PROHIBIT",
    "POLICY_USE",
    "PolicyValue",
]
