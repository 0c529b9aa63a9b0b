//! Owns the naming rules of the language.

/// The rule of variable names as Puppet prints it.
pub(super) const VARIABLE_RULE: &str = r"/^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/";
/// The rule of parameter names as Puppet prints it.
pub(super) const PARAMETER_RULE: &str = r"/^[a-z_]\w*$/";

/// The names of built-in types, which are not allowed for classes, defines, functions and plans.
const RESERVED_TYPE_NAMES: [&str; 27] = [
    "any",
    "array",
    "boolean",
    "collection",
    "enum",
    "float",
    "hash",
    "init",
    "integer",
    "numeric",
    "object",
    "optional",
    "pattern",
    "regexp",
    "runtime",
    "scalar",
    "semver",
    "semverrange",
    "sensitive",
    "string",
    "struct",
    "timespan",
    "timestamp",
    "tuple",
    "typeset",
    "unit",
    "variant",
];

pub(super) fn is_reserved_type_name(name: &str) -> bool {
    name.len() <= 11 && RESERVED_TYPE_NAMES.binary_search(&name).is_ok()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_segment(segment: &str, first: impl Fn(u8) -> bool) -> bool {
    let bytes = segment.as_bytes();
    bytes.first().is_some_and(|&b| first(b)) && bytes[1..].iter().all(|&b| is_word(b))
}

/// Returns true if a name is a match variable: `$0`, `$1`, `$12`.
pub(super) fn is_match_variable(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes == b"0" || (!name.starts_with('0') && is_decimal(name))
}

fn is_decimal(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())
}

/// Returns true if a parameter's name reads as a number.
pub(super) fn is_numeric_parameter(name: &str) -> bool {
    let hexadecimal = name
        .strip_prefix("0x")
        .or_else(|| name.strip_prefix("0X"))
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()));
    hexadecimal || is_decimal(name)
}

/// Returns true if a variable name that does not begin with a digit is legal: `a`, `_a`, `a::_b`,
/// `::a`.
pub(super) fn is_variable_name(name: &str) -> bool {
    // most names are local
    if is_parameter_name(name) {
        return true;
    }
    let local = name.strip_prefix("::").unwrap_or(name);
    match local.rsplit_once("::") {
        None => is_parameter_name(local),
        Some((namespace, last)) => {
            is_segment(last, |b| b.is_ascii_lowercase() || b == b'_')
                && namespace
                    .split("::")
                    .all(|part| is_segment(part, |b| b.is_ascii_lowercase()))
        }
    }
}

pub(super) fn is_parameter_name(name: &str) -> bool {
    is_segment(name, |b| b.is_ascii_lowercase() || b == b'_')
}

/// Returns true if a name is valid for a class, define, function or plan: `a`, `a::b`.
pub(super) fn is_definition_name(name: &str) -> bool {
    name.split("::")
        .all(|part| is_segment(part, |b| b.is_ascii_lowercase()))
}

/// Returns true if a name is valid for a type alias: `A`, `A::B`.
pub(super) fn is_type_name(name: &str) -> bool {
    name.split("::")
        .all(|part| is_segment(part, |b| b.is_ascii_uppercase()))
}

/// Returns true if a name is valid for a node: letters, digits, `_`, `-` and `.`.
pub(super) fn is_host_name(name: &str) -> bool {
    name.bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_their_rules() {
        for good in ["a", "_a", "aB", "::a", "a::b", "a::_b", "::_b", "a9"] {
            assert!(is_variable_name(good), "{good}");
        }
        for bad in [
            "", "A", "_a::b", "a::B", "a::1", "a::", "a:::b", "::::a", "a-b",
        ] {
            assert!(!is_variable_name(bad), "{bad}");
        }
        assert!(is_match_variable("0") && is_match_variable("10") && !is_match_variable("01"));
        assert!(is_numeric_parameter("09") && is_numeric_parameter("0xF"));
        assert!(!is_numeric_parameter("0x") && !is_numeric_parameter("1a"));
        assert!(is_definition_name("a::b_c") && !is_definition_name("::a"));
        assert!(is_reserved_type_name("semverrange") && !is_reserved_type_name("file"));
        assert!(RESERVED_TYPE_NAMES.is_sorted());
    }
}
