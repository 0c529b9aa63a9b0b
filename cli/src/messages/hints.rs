//! Owns bunraku's own advice for issues that Puppet only reports. It is shown to people, never in
//! transcripts.

use frontend::Issue;

/// Returns one sentence of advice on an issue, if there is one.
pub fn hint(issue: Issue) -> Option<&'static str> {
    Some(match issue.0 {
        "APPENDS_DELETES_NO_LONGER_SUPPORTED" => {
            "variables are assigned once: assign `$old + ..` or `$old - ..` to a new one"
        }
        "CAPTURES_REST_NOT_LAST" => "move the parameter with `*` to the end",
        "CAPTURES_REST_NOT_SUPPORTED" => "take an Array parameter instead",
        "CROSS_SCOPE_ASSIGNMENT" => "assign the variable in the class it belongs to",
        "DUPLICATE_KEY" => "only the last value counts",
        "IDEM_EXPRESSION_NOT_LAST" => "remove it, or use its value",
        "IDEM_NOT_ALLOWED_LAST" => "remove it: only functions and lambdas have a value",
        "ILLEGAL_ASSIGNMENT_CONTEXT" => "assign in the body instead",
        "ILLEGAL_ATTRIBUTE_APPEND" => "`+>` is for overrides and collectors; use `=>`",
        "ILLEGAL_DEFINITION_LOCATION" => {
            "autoloading looks for `module::name` in `module/manifests/name.pp`"
        }
        "ILLEGAL_DEFINITION_NAME" => {
            "each part of the name is a lower case letter, then letters, digits and `_`"
        }
        "ILLEGAL_NODE_INHERITANCE" => "put the code that the nodes share into a class",
        "ILLEGAL_NONLITERAL_PARAMETER_TYPE" => "write the type without variables and calls",
        "ILLEGAL_NUMERIC_ASSIGNMENT" => "a match sets `$0`, `$1` and so on",
        "ILLEGAL_TOP_CONSTRUCT_LOCATION" => "put it into a class or a function of the module",
        "ILLEGAL_VAR_NAME" | "ILLEGAL_PARAM_NAME" => {
            "begin with a lower case letter or `_`, then letters, digits and `_`"
        }
        "MULTIPLE_ATTRIBUTES_UNFOLD" => "add the hashes: `* => $a + $b`",
        "NOT_ABSOLUTE_TOP_LEVEL" => "move it to the top level of the file",
        "NOT_TOP_LEVEL" => {
            "define it at the top level or in a class, and use `include` or a resource here"
        }
        "NOT_VIRTUALIZEABLE" => "only resources with a title can be virtual or exported",
        "RESERVED_TYPE_NAME" => "choose another name, or put it into a namespace",
        "RESERVED_WORD" => "put it into quotes",
        "RESOURCE_WITHOUT_TITLE" => "write a title and a colon first: `{ 'title': .. }`",
        "UNRECOGNIZED_ESCAPE" => "write two backslashes to get one, or use single quotes",
        _ => return None,
    })
}
