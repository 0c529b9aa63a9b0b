//! Generates literals.

use super::choices::Choices;
use super::kind::Kind;

const INTEGERS: [&str; 31] = [
    "1",
    "0",
    "2",
    "3",
    "7",
    "10",
    "5",
    "4",
    "6",
    "8",
    "-1",
    "-2",
    "-7",
    "12",
    "100",
    "255",
    "0x1F",
    "017",
    "64",
    "1000",
    "-100",
    "65536",
    "4294967296",
    "-2147483648",
    "2147483647",
    "9223372036854775807",
    "-9223372036854775807",
    "4611686018427387904",
    "(-9223372036854775807 - 1)",
    "3037000500",
    "-3037000499",
];
const FLOATS: [&str; 19] = [
    "1.0",
    "0.0",
    "0.5",
    "2.5",
    "-1.5",
    "3.14159",
    "-0.0",
    "10.0",
    "0.1",
    "1.0e10",
    "1e-7",
    "1.5e300",
    "-2.0",
    "9007199254740993.0",
    "123456789.125",
    "9.223372036854775e18",
    "1e16",
    "100.0",
    "5e-324",
];
const TEXTS: [&str; 26] = [
    "'a'",
    "''",
    "'b'",
    "'abc'",
    "'Abc'",
    "'hello world'",
    "'10'",
    "'3'",
    "'x-y-z'",
    "'é'",
    "'日本語'",
    "'ÀÉÎ'",
    "'a,b,c'",
    "'1.5'",
    "\"tab\\there\"",
    "\"two\\nlines\"",
    "'it\\'s'",
    "'0x10'",
    "'-4'",
    "' padded '",
    "'ZZ'",
    "\"\\u{1F600}\"",
    "'true'",
    "'key'",
    "'e\u{301}'",
    "'ß'",
];
const KEYS: [&str; 6] = ["'a'", "'b'", "'c'", "'key'", "x", "'é'"];
const REGEXPS: [&str; 14] = [
    "/a/",
    "/^[a-z]+$/",
    "/(\\w+)/",
    "/(\\d+)/",
    "/b|c/",
    "/^$/",
    "/(.)(.)/",
    "/é/",
    "/\\A.*\\z/",
    "/(?i:ABC)/",
    "/[[:upper:]]/",
    "/(a)?(b)?/",
    "/\\s/",
    "/(.)\\1/",
];
const TYPES: [&str; 30] = [
    "Integer",
    "String",
    "Float",
    "Numeric",
    "Boolean",
    "Undef",
    "Any",
    "Array",
    "Hash",
    "Array[Integer]",
    "Integer[0, 10]",
    "Integer[0]",
    "Integer[default, 0]",
    "Float[0.0, 1.5]",
    "String[1]",
    "String[2, 4]",
    "Enum['a', 'b', 'abc']",
    "Pattern[/^a/, /\\d/]",
    "Optional[Integer]",
    "Variant[Integer, String]",
    "Hash[String, Integer]",
    "Tuple[Integer, String]",
    "Struct[{a => Integer, Optional[b] => String}]",
    "Data",
    "Scalar",
    "Collection[1]",
    "Type[Numeric]",
    "Array[String, 1, 3]",
    "NotUndef",
    "Sensitive",
];
const RANGES: [&str; 8] = [
    "Integer[1, 3]",
    "Integer[0, 5]",
    "Integer[1, 1]",
    "Integer[-2, 2]",
    "Integer[0, 9]",
    "Integer[5, 8]",
    "Integer[1, 12]",
    "Integer[9223372036854775805, 9223372036854775807]",
];
const SPANS: [&str; 7] = [
    "Timespan(5)",
    "Timespan(90)",
    "Timespan('1-02:03:04')",
    "Timespan(0.5)",
    "Timespan(-3600)",
    "Timespan({days => 1, hours => 2})",
    "Timespan(0)",
];
const RICH: [&str; 11] = [
    "SemVer('1.2.3')",
    "SemVer('1.2.3-rc1')",
    "SemVer(1, 10, 0)",
    "SemVerRange('>=1.0.0 <2.0.0')",
    "Timestamp('2020-02-29T12:34:56.789 UTC')",
    "Timestamp(0)",
    "Binary('YWJj')",
    "Binary('a', '%s')",
    "URI('http://a.b:80/c?d#e')",
    "Error('boom', 'kind')",
    "Integer[1, 3].reverse_each",
];
const FORMATS: [&str; 3] = ["%p", "%s", "%#p"];
const NUMBER_FORMATS: [&str; 10] = [
    "%d", "%x", "%#x", "%o", "%b", "%e", "%.3f", "%g", "%05d", "%+d",
];

/// Makes a literal of the kind, or the simplest expression of it.
pub(super) fn literal(choices: &mut Choices<'_>, kind: Kind) -> String {
    match kind {
        Kind::Integer => integer(choices),
        Kind::Boolean => choices.pick(&["true", "false"]).to_string(),
        Kind::Text => text(choices),
        Kind::Float => {
            let common = if choices.chance(6) { FLOATS.len() } else { 9 };
            choices.pick(&FLOATS[..common]).to_string()
        }
        Kind::Integers | Kind::Texts | Kind::Mixed | Kind::Matrix => {
            let items = several(choices, |choices| literal(choices, kind.element()));
            format!("[{items}]")
        }
        Kind::Counts | Kind::Record => {
            let entries = entries(choices, |choices| literal(choices, kind.element()));
            format!("{{{entries}}}")
        }
        Kind::Undef => "undef".to_owned(),
        Kind::Range => choices.pick(&RANGES).to_string(),
        Kind::Type => ty(choices),
        Kind::Regexp => regexp(choices),
        Kind::Secret => format!("Sensitive({})", text(choices)),
        Kind::Number => {
            let kind = *choices.pick(&[Kind::Integer, Kind::Float]);
            literal(choices, kind)
        }
        Kind::Span => choices.pick(&SPANS).to_string(),
        Kind::Rich => choices.pick(&RICH).to_string(),
        Kind::Any => anything(choices),
    }
}

/// Makes an Integer; most are small.
pub(super) fn integer(choices: &mut Choices<'_>) -> String {
    let common = if choices.chance(4) {
        INTEGERS.len()
    } else {
        14
    };
    choices.pick(&INTEGERS[..common]).to_string()
}

/// Makes a quoted string.
pub(super) fn text(choices: &mut Choices<'_>) -> String {
    choices.pick(&TEXTS).to_string()
}

/// Makes a key of a hash.
pub(super) fn key(choices: &mut Choices<'_>) -> String {
    choices.pick(&KEYS).to_string()
}

/// Makes a regular expression.
pub(super) fn regexp(choices: &mut Choices<'_>) -> String {
    choices.pick(&REGEXPS).to_string()
}

/// Makes a type.
pub(super) fn ty(choices: &mut Choices<'_>) -> String {
    choices.pick(&TYPES).to_string()
}

/// Makes a format for `String` or `sprintf`.
pub(super) fn format(choices: &mut Choices<'_>, kind: Kind) -> String {
    match kind {
        Kind::Integer | Kind::Float => choices.pick(&NUMBER_FORMATS).to_string(),
        Kind::Text => choices.pick(&["%s", "%-6s", "%5s"]).to_string(),
        _ => choices.pick(&FORMATS).to_string(),
    }
}

fn anything(choices: &mut Choices<'_>) -> String {
    let kind = *choices.pick(&[
        Kind::Integer,
        Kind::Text,
        Kind::Float,
        Kind::Boolean,
        Kind::Undef,
        Kind::Integers,
        Kind::Counts,
        Kind::Type,
        Kind::Regexp,
        Kind::Secret,
        Kind::Span,
        Kind::Rich,
    ]);
    match choices.chance(12) {
        true => "default".to_owned(),
        false => literal(choices, kind),
    }
}

/// Makes up to four items.
fn several(choices: &mut Choices<'_>, mut item: impl FnMut(&mut Choices<'_>) -> String) -> String {
    let count = *choices.pick(&[2, 3, 1, 0, 4]);
    let items: Vec<String> = (0..count).map(|_| item(choices)).collect();
    items.join(", ")
}

/// Makes up to four entries of a hash with different keys.
pub(super) fn entries(
    choices: &mut Choices<'_>,
    mut value: impl FnMut(&mut Choices<'_>) -> String,
) -> String {
    let count = *choices.pick(&[2, 1, 0, 3, 4]);
    let first = choices.below(KEYS.len());
    let entry = |at: usize| {
        let key = KEYS[(first + at) % KEYS.len()];
        format!("{key} => {}", value(choices))
    };
    let entries: Vec<String> = (0..count).map(entry).collect();
    entries.join(", ")
}
