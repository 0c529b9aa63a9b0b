//! Tests of the readers with real and unusual input.

use super::*;

fn yaml(text: &str) -> String {
    read_yaml("F", text.as_bytes())
        .map_or_else(|error| error.to_string(), |data| format!("{data:?}"))
}

fn json(text: &str) -> String {
    read_json("F", text).map_or_else(|error| error.to_string(), |data| format!("{data:?}"))
}

#[test]
fn plain_scalars_are_yaml_1_1_as_ruby_has_it() {
    let read = |text: &str| yaml(&format!("[{text}]"));
    assert_eq!(
        read("yes, No, oFF, y, ~, NuLL"),
        yaml("[true, false, false, 'y', null, null]")
    );
    assert_eq!(
        read("017, 0o14, 08, 0b11, 0x1f"),
        yaml("[15, '0o14', '08', 3, 31]")
    );
    assert_eq!(
        read("1_000, 1__0, 0_7, 1:30, -1:30:15"),
        yaml("[1000, '1__0', 7, 5400, -1785]")
    );
    assert_eq!(
        read("1., .5, 1e3, 1.0e3, 1.0e+3, 1:30.5"),
        yaml("[1.0, 0.5, '1e3', '1.0e3', 1000.0, 5430.0]")
    );
    assert_eq!(
        yaml("18446744073709551616"),
        "BigInteger(\"18446744073709551616\")"
    );
    assert_eq!(
        yaml("0xffffffffffffffffffffffffffffffffff"),
        "BigInteger(\"87112285931760246646623899502532662132735\")"
    );
    assert_eq!(yaml(":'a b'"), "Symbol(\"a b\")");
    assert_eq!(
        yaml("2001-01-01"),
        "(F): Tried to load unspecified class: Date"
    );
    assert_eq!(
        yaml("!!float é1"),
        "invalid value for Float(): \"\\xC3\\xA91\""
    );
    assert_eq!(yaml(".e+3"), "invalid value for Float(): \"e+3\"");
}

#[test]
fn syntax_errors_have_libyamls_words_and_places() {
    assert_eq!(
        yaml("a: 1\nb:\n  - x\n c: 1\n"),
        "(F): did not find expected key while parsing a block mapping at line 1 column 1"
    );
    assert_eq!(
        yaml("k: 1\n  j: 2\n"),
        "(F): mapping values are not allowed in this context at line 2 column 4"
    );
    assert_eq!(
        yaml("a: 2001-01-01\nb: *x\nc: ["),
        yaml("a: 1\nb: 1\nc: ["),
        "syntax comes first"
    );
}

#[test]
fn the_scanners_panics_are_out_of_reach() {
    assert_eq!(yaml("k: |\n  a"), yaml("k: 'a'"));
    assert_eq!(yaml("k: |+\n  a\n  "), yaml("k: \"a\\n\""));
    assert_eq!(yaml("[!foo, b]"), yaml("[~, b]"));
    assert!(yaml("\"\\").starts_with("(F)"));
}

#[test]
fn merge_keys_and_aliases() {
    assert_eq!(
        yaml("{<<: [{a: 1}, {a: 2, b: 1}], c: &x [1], d: *x}"),
        yaml("{a: 1, b: 1, c: [1], d: [1]}")
    );
    assert_eq!(
        yaml("{!!str <<: {a: 1}}"),
        format!("Hash({{String(\"<<\"): {}}})", yaml("{a: 1}"))
    );
    assert_eq!(yaml("&a [*a]"), "stack level too deep");
    assert_eq!(yaml("*a"), "Unknown alias: a");
    let bomb: String = (1..12)
        .map(|n| format!("a{n}: &a{n} [{}]\n", format!("*a{}, ", n - 1).repeat(9)))
        .collect();
    assert!(yaml(&format!("a0: &a0 1\n{bomb}")).contains("50000000 values"));
}

#[test]
fn json_errors_name_the_place_where_ruby_gives_up() {
    assert_eq!(json("{\"k\": [1,]}"), "(F): 451: unexpected token at ']}'");
    assert_eq!(
        json("{\"k\": tru}"),
        "(F): 859: unexpected token at '{\"k\": tru}'"
    );
    assert_eq!(json("[1] x"), "(F): 859: unexpected token at 'x'");
    assert_eq!(json(&"[".repeat(101)), "(F): nesting of 101 is too deep");
    assert_eq!(json("[1.5.5]"), "(F): 451: unexpected token at '.5.5]'");
}

#[test]
fn hashes_are_found_by_text_and_by_value() {
    let data = read_yaml("F", b"{a: 1, 2: b, 1.5: c, on: d}").expect("it is YAML");
    let hash = data.as_hash().expect("it is a mapping");
    assert_eq!(hash.get("a"), Some(&Data::Integer(1)));
    assert_eq!(hash.get("2"), None);
    assert_eq!(hash.get_data(&Data::Integer(2)), Some(&Data::string("b")));
    assert_eq!(hash.get_data(&Data::Float(2.0)), None);
    assert!(!data.is_lookup_value() && !data.is_interpolated());
}
