//! Operators against small models of what they mean.

mod common;

use common::Folder;
use proptest::prelude::*;

/// What an expression is and should give, as `notice` shows it; `None` for an error.
type Expected = (String, Option<String>);

/// Evaluates all that have a value in one program, and each of the others in one of its own.
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
        // its digits alone are too many
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
    fn of_arrays(
        a in prop::collection::vec(-3..4_i64, 0..5),
        b in prop::collection::vec(-3..4_i64, 0..5),
        n in -6..6_i64,
    ) {
        check(&arrays(&a, &b, n))?;
    }
}
