//! Owns the names of the built-in types: code may write them in any case.

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

/// The position in [`NAMES`] of the first name that begins with each letter or a later one.
const STARTS: [u8; 27] = {
    let mut starts = [NAMES.len() as u8; 27];
    let mut at = NAMES.len();
    while at > 0 {
        at -= 1;
        starts[(NAMES[at].as_bytes()[0] - b'A') as usize] = at as u8;
    }
    let mut letter = 26;
    while letter > 0 {
        letter -= 1;
        if starts[letter] > starts[letter + 1] {
            starts[letter] = starts[letter + 1];
        }
    }
    starts
};

/// Returns true if a name is that of a built-in type as Puppet writes it.
fn is_canonical(name: &str) -> bool {
    let Some(first @ b'A'..=b'Z') = name.as_bytes().first() else {
        return false;
    };
    let letter = usize::from(first - b'A');
    let (from, to) = (STARTS[letter], STARTS[letter + 1]);
    NAMES[usize::from(from)..usize::from(to)].contains(&name)
}

/// Returns the name of a built-in type as Puppet writes it; any other name unchanged.
#[must_use]
pub fn canonical(name: &str) -> &str {
    // nearly all code writes canonical names
    if is_canonical(name) {
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
        assert!(NAMES.iter().all(|name| is_canonical(name)));
        assert!(
            ["", "A", "Zzz", "integer", "Uri"]
                .iter()
                .all(|name| !is_canonical(name))
        );
    }
}
