"""The names of the state's fields and of its values, and the kinds of decisions."""

from typing import Final

STATE_PREMISE: Final = "premise"
STATE_POLICIES: Final = "policies"
STATE_VERSION: Final = "version"

POLICY_USE: Final = "use"
POLICY_PROHIBIT: Final = "prohibit"

DECISION_NO_DIRECTIVE: Final = "no_directive"
DECISION_UPDATE: Final = "update"
DECISION_ERROR: Final = "error"

SCHEMA_VERSION: Final = 2
