//! Names of the built-in types: code may write them in any case.

/// The names of the built-in types, sorted.
pub const NAMES: &[&str] = &[
    "Annotation",
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Deferred",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Object",
    "Optional",
    "Pattern",
    "Pcore",
    "Regexp",
    "Resource",
    "RichData",
    "RichDataKey",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "TypeSet",
    "URI",
    "Undef",
    "Variant",
];

/// The names that [`NAMES`] leaves out, because nothing is ever made of these types.
pub const HIDDEN_NAMES: &[&str] = &["TypeAlias", "TypeReference"];

/// The type of the context that functions for Hiera take.
const LOOKUP_CONTEXT: &str = "Puppet::LookupContext";

/// Returns the name of a built-in type as Puppet writes it; any other name unchanged.
#[must_use]
pub fn canonical(name: &str) -> &str {
    // nearly all code writes canonical names
    if NAMES.binary_search(&name).is_ok() {
        return name;
    }
    let plain = name.strip_prefix("::").unwrap_or(name);
    let known = NAMES.iter().chain(HIDDEN_NAMES).chain([&LOOKUP_CONTEXT]);
    let mut found = known.filter(|known| known.eq_ignore_ascii_case(plain));
    match found.next() {
        Some(known) if *known != plain => known,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_of_built_in_names_only() {
        assert_eq!(canonical("INTEGER"), "Integer");
        assert_eq!(canonical("::Uri"), "URI");
        assert_eq!(canonical("::URI"), "::URI");
        assert_eq!(canonical("FILE"), "FILE");
        assert_eq!(canonical("INTEGER::A"), "INTEGER::A");
        assert!(NAMES.is_sorted());
    }
}
