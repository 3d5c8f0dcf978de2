//! The one table of directives.
//!
//! Kinds, forms, constructors and the openings of both grammars come from it, and so do the help,
//! the completion and the generators of the crates above. What a directive does to a state is
//! decided there too.

/// Hands the table to a macro. A row is the kind, the name in JSON, the operands in the order in
/// which they are written, the words of the introducer, and a summary. Directives without operands
/// come second.
macro_rules! for_each_directive {
    ($macro:ident) => {
        $macro! {
            [
                SetPremise set_premise { value: Value }
                    "set" "premise" => "set the premise, if none is set";
                ChangePremise change_premise { value: Value }
                    "change" "premise" "to" => "change the premise";
                UseItem use_item { item: Item }
                    "use" => "use an item";
                ProhibitItem prohibit_item { item: Item }
                    "prohibit" => "prohibit an item";
                RemovePolicy remove_policy { item: Item }
                    "remove" "policy" => "remove the policy of an item";
                ReplaceUse replace_use { new_item: NewItem, old_item: OldItem }
                    "use" => "replace an item that is in use";
            ]
            [
                ClearPremise clear_premise "clear" "premise" => "remove the premise";
                ResetPolicies reset_policies "reset" "policies" => "remove all policies";
                ClearState clear_state "clear" "state" => "remove everything";
            ]
        }
    };
}

pub(crate) use for_each_directive;
