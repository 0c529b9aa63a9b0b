//! Tests operators against small models of their meaning.

use crate::common::Folder;
use proptest::prelude::*;

/// An expression and its expected value in the form of `notice`; `None` for an error.
type Expected = (String, Option<String>);

/// Evaluates all expressions with a value in one program, and each of the others in its own
/// program.
fn check(expected: &[Expected]) -> Result<(), TestCaseError> {
    let folder = Folder::new(&[]);
    let (fine, failing): (Vec<_>, Vec<_>) = expected.iter().partition(|(_, value)| value.is_some());
    let code: String = fine
        .iter()
        .map(|(code, _)| format!("notice(({code}))\n"))
        .collect();
    let (_, out, _) = folder.run(&["eval", "-e", &code]);
    let values = out
        .lines()
        .map(|line| line.trim_start_matches("Notice: Scope(Class[main]): "));
    let wanted: Vec<&str> = fine
        .iter()
        .filter_map(|(_, value)| value.as_deref())
        .collect();
    prop_assert_eq!(values.collect::<Vec<_>>(), wanted, "{}", code);
    for (code, _) in failing.iter().take(1) {
        let (status, out, _) = folder.run(&["eval", "-e", &format!("notice(({code}))")]);
        prop_assert_eq!(status, 1, "{}: {}", code, out);
    }
    Ok(())
}

fn number(value: i64) -> String {
    match value {
        // the digits without the sign exceed 64 bits
        i64::MIN => "(-9223372036854775807 - 1)".to_owned(),
        value => value.to_string(),
    }
}

fn integers(a: i64, b: i64) -> Vec<Expected> {
    let fits = |value: i128| i64::try_from(value).ok().map(|v| v.to_string());
    let (x, y) = (i128::from(a), i128::from(b));
    let code = |op: &str| format!("{} {op} {}", number(a), number(b));
    // rounded towards negative infinity; the remainder has the sign of the divisor
    let quotient = (y != 0).then(|| {
        let quotient = x / y;
        quotient - i128::from(x % y != 0 && (x < 0) != (y < 0))
    });
    vec![
        (code("+"), fits(x + y)),
        (code("-"), fits(x - y)),
        (code("*"), fits(x * y)),
        (code("/"), quotient.and_then(fits)),
        (code("%"), quotient.and_then(|q| fits(x - q * y))),
        (code("<"), Some((a < b).to_string())),
        (code("<="), Some((a <= b).to_string())),
        (code("=="), Some((a == b).to_string())),
        (code("!="), Some((a != b).to_string())),
    ]
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn strings(a: &str, b: &str) -> Vec<Expected> {
    let (x, y) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let code = |op: &str| format!("{} {op} {}", quoted(a), quoted(b));
    vec![
        (code("=="), Some((x == y).to_string())),
        (code("!="), Some((x != y).to_string())),
        (code("<"), Some((x < y).to_string())),
        (code(">="), Some((x >= y).to_string())),
        (
            format!("{}.length", quoted(a)),
            Some(a.chars().count().to_string()),
        ),
    ]
}

fn shown(items: &[i64]) -> String {
    let texts: Vec<String> = items.iter().map(i64::to_string).collect();
    format!("[{}]", texts.join(", "))
}

fn arrays(a: &[i64], b: &[i64], n: i64) -> Vec<Expected> {
    let (left, right) = (shown(a), shown(b));
    let without = |out: &[i64]| -> Vec<i64> {
        a.iter()
            .copied()
            .filter(|item| !out.contains(item))
            .collect()
    };
    let index = if n < 0 { n + a.len() as i64 } else { n };
    let item = usize::try_from(index).ok().and_then(|at| a.get(at));
    vec![
        (format!("{left} + {right}"), Some(shown(&[a, b].concat()))),
        (format!("{left} - {right}"), Some(shown(&without(b)))),
        (format!("{left} - {n}"), Some(shown(&without(&[n])))),
        (format!("{left} << {n}"), Some(shown(&[a, &[n]].concat()))),
        (format!("{left} == {right}"), Some((a == b).to_string())),
        (format!("{n} in {left}"), Some(a.contains(&n).to_string())),
        (
            format!("{left}[{n}]"),
            Some(item.map_or_else(String::new, i64::to_string)),
        ),
    ]
}

/// A shift by a negative number goes in the other direction. A result of more than 64 bits is an
/// error.
fn shifts(a: i64, by: i64) -> Vec<Expected> {
    let left = |places: i64| -> Option<i64> {
        match places {
            0.. if a == 0 => Some(0),
            0..=63 => i64::try_from(i128::from(a) << places).ok(),
            64.. => None,
            -63..0 => Some(a >> -places),
            _ => Some(if a < 0 { -1 } else { 0 }),
        }
    };
    let shown = |value: Option<i64>| value.map(|v| v.to_string());
    vec![
        (format!("{} << {by}", number(a)), shown(left(by))),
        (format!("{} >> {by}", number(a)), shown(left(-by))),
    ]
}

/// Operands are quarters, whose sums, differences and small products are exact.
fn floats(a: i64, b: i64) -> Vec<Expected> {
    let (x, y) = (a as f64 / 4.0, b as f64 / 4.0);
    let code = |op: &str| format!("({x:?}) {op} ({y:?})");
    let is = |op: &str, value: f64| {
        (
            format!("{} == ({value:?})", code(op)),
            Some("true".to_owned()),
        )
    };
    let compares = |op: &str, value: bool| (code(op), Some(value.to_string()));
    vec![
        is("+", x + y),
        is("-", x - y),
        is("*", x * y),
        compares("<", x < y),
        compares(">=", x >= y),
        compares("==", a == b),
        (
            format!("{} == ({:?})", number(a), a as f64),
            Some("true".to_owned()),
        ),
        (format!("{} % {y:?}", number(a)), None),
    ]
}

type Pairs = std::collections::BTreeMap<String, i64>;

/// Returns a hash with its entries in the given order. `+` puts new keys of the right operand last.
fn pairs(entries: &Pairs) -> String {
    let entries: Vec<String> = entries
        .iter()
        .map(|(k, v)| format!("{} => {v}", quoted(k)))
        .collect();
    format!("{{{}}}", entries.join(", "))
}

fn hashes(a: &Pairs, b: &Pairs, key: &str) -> Vec<Expected> {
    let (left, right) = (pairs(a), pairs(b));
    let truth = |code: String| (code, Some("true".to_owned()));
    let mut merged = a.clone();
    merged.extend(b.iter().map(|(k, v)| (k.clone(), *v)));
    let without = |gone: &dyn Fn(&str) -> bool| -> String {
        let rest = a.iter().filter(|(k, _)| !gone(k));
        pairs(&rest.map(|(k, v)| (k.clone(), *v)).collect())
    };
    let list: Vec<String> = b.keys().map(|k| quoted(k)).collect();
    let is_key = a.keys().any(|k| k.eq_ignore_ascii_case(key));
    let key_text = quoted(key);
    vec![
        truth(format!("({left} + {right}) == {}", pairs(&merged))),
        truth(format!(
            "({left} + {right}.map |$k, $v| {{ [$k, $v] }}) == {}",
            pairs(&merged)
        )),
        truth(format!(
            "({left} - {right}) == {}",
            without(&|k| b.contains_key(k))
        )),
        truth(format!(
            "({left} - [{}]) == {}",
            list.join(", "),
            without(&|k| b.contains_key(k))
        )),
        truth(format!(
            "({left} - {key_text}) == {}",
            without(&|k| k == key)
        )),
        (format!("{left} == {right}"), Some((a == b).to_string())),
        (format!("{key_text} in {left}"), Some(is_key.to_string())),
        (
            format!("{left}[{key_text}]"),
            Some(a.get(key).map_or_else(String::new, i64::to_string)),
        ),
    ]
}

/// `in` looks for a text in texts and for a member in arrays. It ignores the case of ASCII letters.
fn members(part: &str, whole: &str, items: &[String]) -> Vec<Expected> {
    let (x, y) = (part.to_ascii_lowercase(), whole.to_ascii_lowercase());
    let list: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    let is_item = items.iter().any(|item| item.to_ascii_lowercase() == x);
    let (part, whole, list) = (quoted(part), quoted(whole), list.join(", "));
    vec![
        (
            format!("{part} in {whole}"),
            Some(y.contains(&x).to_string()),
        ),
        (format!("{part} in [{list}]"), Some(is_item.to_string())),
        (format!("[{part}] in [{list}]"), Some("false".to_owned())),
        (
            format!("[{part}] in [[{part}], {whole}]"),
            Some("true".to_owned()),
        ),
    ]
}

fn entries() -> impl Strategy<Value = Pairs> {
    prop::collection::btree_map("[a-cA-B_é]{0,2}", -3..4_i64, 0..4)
}

fn operand() -> impl Strategy<Value = i64> {
    prop_oneof![
        -20..20_i64,
        any::<i64>(),
        prop::sample::select(vec![i64::MIN, i64::MAX, i64::MIN + 1, 1 << 32]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn of_integers(pairs in prop::collection::vec((operand(), operand()), 1..8)) {
        let expected: Vec<_> = pairs.iter().flat_map(|&(a, b)| integers(a, b)).collect();
        check(&expected)?;
    }

    #[test]
    fn of_strings(pairs in prop::collection::vec(("[a-cA-CéÉ_0~']{0,3}", "[a-cA-CéÉ_0~']{0,3}"), 1..8)) {
        let expected: Vec<_> = pairs.iter().flat_map(|(a, b)| strings(a, b)).collect();
        check(&expected)?;
    }

    #[test]
    fn of_shifts(pairs in prop::collection::vec((operand(), -70..70_i64), 1..12)) {
        let expected: Vec<_> = pairs.iter().flat_map(|&(a, by)| shifts(a, by)).collect();
        check(&expected)?;
    }

    #[test]
    fn of_floats(pairs in prop::collection::vec((-4000..4000_i64, -4000..4000_i64), 1..8)) {
        let expected: Vec<_> = pairs.iter().flat_map(|&(a, b)| floats(a, b)).collect();
        check(&expected)?;
    }

    #[test]
    fn of_hashes(rows in prop::collection::vec((entries(), entries(), "[a-cA-B_é]{0,2}"), 1..6)) {
        let expected: Vec<_> = rows.iter().flat_map(|(a, b, key)| hashes(a, b, key)).collect();
        check(&expected)?;
    }

    #[test]
    fn of_members(
        rows in prop::collection::vec(
            ("[a-bA-B_0]{0,2}", "[a-bA-B_0]{0,4}", prop::collection::vec("[a-bA-B_0]{0,2}", 0..4)),
            1..8,
        ),
    ) {
        let expected: Vec<_> = rows.iter().flat_map(|(x, y, list)| members(x, y, list)).collect();
        check(&expected)?;
    }

    #[test]
    fn of_arrays(
        a in prop::collection::vec(-3..4_i64, 0..5),
        b in prop::collection::vec(-3..4_i64, 0..5),
        n in -6..6_i64,
    ) {
        check(&arrays(&a, &b, n))?;
    }
}
