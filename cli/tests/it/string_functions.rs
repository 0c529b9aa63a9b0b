//! Tests functions on Strings against their definitions, with any characters.

use crate::common::Folder;
use proptest::prelude::*;

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn array(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("[{}]", items.join(", "))
}

/// Evaluates expressions that must all be true in one program.
fn check(expressions: &[String]) -> Result<(), TestCaseError> {
    let folder = Folder::new(&[]);
    let code: String = expressions
        .iter()
        .map(|expression| format!("notice(({expression}))\n"))
        .collect();
    let (_, out, _) = folder.run(&["eval", "-e", &code]);
    let wanted = "Notice: Scope(Class[main]): true";
    for (expression, line) in expressions.iter().zip(out.lines()) {
        prop_assert_eq!(line, wanted, "{}", expression);
    }
    prop_assert_eq!(out.lines().count(), expressions.len(), "{}", out);
    Ok(())
}

/// Returns an expression that compares Strings exactly. `==` would ignore case.
fn is(expression: &str, text: &str) -> String {
    format!("compare({expression}, {}, false) == 0", quoted(text))
}

fn of_one(text: &str) -> Vec<String> {
    let x = quoted(text);
    let chars: Vec<String> = text.chars().map(String::from).collect();
    let upper: String = text.chars().flat_map(char::to_uppercase).collect();
    let lower: String = text.chars().flat_map(char::to_lowercase).collect();
    let all_but_last: String = chars[..chars.len().saturating_sub(1)].concat();
    let backwards: String = text.chars().rev().collect();
    let bare = text.trim_matches(' ');
    let capitalized = match chars.split_first() {
        Some((first, rest)) => first.to_uppercase() + &rest.concat().to_lowercase(),
        None => String::new(),
    };
    let capitalized = is(&format!("capitalize({x})"), &capitalized);
    let slices: Vec<String> = chars.chunks(3).map(|chunk| chunk.concat()).collect();
    vec![
        format!("length({x}) == {}", chars.len()),
        format!("size({x}) == {}", chars.len()),
        format!("empty({x}) == {}", text.is_empty()),
        is(&format!("\"${{{x}}}\""), text),
        is(&format!("String({x})"), text),
        is(&format!("upcase({x})"), &upper),
        is(&format!("downcase({x})"), &lower),
        match has_title_form(text) {
            true => "true".to_owned(),
            false => capitalized,
        },
        is(&format!("chop({x})"), &all_but_last),
        is(&format!("chop(\"${{{x}}}\\r\\n\")"), text),
        is(&format!("chomp({x})"), text),
        is(&format!("chomp(\"${{{x}}}\\r\\n\")"), text),
        is(&format!("chomp(\"${{{x}}}\\n\\n\")"), &format!("{text}\n")),
        is(&format!("strip(\"\\t\\n${{{x}}}\\r\\n \")"), bare),
        is(
            &format!("regsubst({x}, /./, '<\\0>', 'G')"),
            &chars.iter().map(|c| format!("<{c}>")).collect::<String>(),
        ),
        is(
            &format!("regsubst({x}, /^(.?)(.*)$/, '\\2\\1')"),
            &turned(&chars),
        ),
        format!(
            "slice({x}.split(''), 3).map |$s| {{ $s.join }} == {}",
            array(&slices)
        ),
        format!("({x} =~ /^.{{{}}}$/) == true", chars.len()),
        is(&format!("chomp(\"${{{x}}}\\n\")"), text),
        is(&format!("strip({x})"), bare),
        is(&format!("lstrip({x})"), text.trim_start_matches(' ')),
        is(&format!("rstrip({x})"), text.trim_end_matches(' ')),
        is(&format!("{x}.map |$c| {{ $c }}.join"), text),
        is(
            &format!("{x}.reverse_each.map |$c| {{ $c }}.join"),
            &backwards,
        ),
        is(&format!("join(split({x}, ''))"), text),
        format!("sha256({x}) == sha256({})", quoted(&chars.concat())),
    ]
}

/// Returns true if the first letter may have a title case that differs from its upper case:
/// digraphs, ligatures and Georgian letters.
fn has_title_form(text: &str) -> bool {
    let has_own_form = |c: char| matches!(c, 'Ǆ'..='ǌ' | 'Ǳ'..='ǳ' | 'ა'..='ჿ' | 'Ა'..='Ჿ');
    let first = text.chars().next();
    first.is_some_and(|c| c.to_uppercase().count() != 1 || has_own_form(c))
}

/// Moves the first character to the end.
fn turned(chars: &[String]) -> String {
    match chars.split_first() {
        Some((first, rest)) => rest.concat() + first,
        None => String::new(),
    }
}

fn of_places(text: &str, at: i64, count: i64) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let len = chars.len() as i64;
    let from = if at < 0 { len + at } else { at };
    // the part before the start of the text is cut off
    let (first, end) = (from.max(0), (from + count).clamp(0, len));
    let part: String = match first < end {
        true => chars[first as usize..end as usize].iter().collect(),
        false => String::new(),
    };
    let one: String = chars.get(from.max(-1) as usize).into_iter().collect();
    let x = quoted(text);
    vec![
        is(&format!("{x}[{at}]"), &one),
        is(&format!("{x}[{at}, {count}]"), &part),
    ]
}

fn of_two(text: &str, part: &str) -> Vec<String> {
    let (x, y) = (quoted(text), quoted(part));
    let pieces: Vec<String> = text.split(part).map(str::to_owned).collect();
    let whole = format!("join({}, {y})", array(&pieces));
    vec![
        is(&whole, text),
        is(
            &format!("regsubst({x}, {y}, '', 'G')"),
            &text.replace(part, ""),
        ),
        is(
            &format!("regsubst({x}, {y}, '')"),
            &text.replacen(part, "", 1),
        ),
        format!("({x} =~ {y}) == {}", text.contains(part)),
        format!(
            "length(split(\"${{{x}}}!\", {y})) == {}",
            format!("{text}!").split(part).count()
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 16,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn of_any_text(texts in prop::collection::vec("[^\\pC\\pZΣ]{0,4} ?[^\\pC\\pZΣ]{0,4}", 1..12)) {
        let expressions: Vec<String> = texts.iter().flat_map(|text| of_one(text)).collect();
        check(&expressions)?;
    }

    #[test]
    fn at_any_place(
        texts in prop::collection::vec(("[^\\pC\\pZ]{0,6}", -8..8_i64, 0..8_i64), 1..12),
    ) {
        let expressions = texts.iter().flat_map(|(text, at, n)| of_places(text, *at, *n));
        check(&expressions.collect::<Vec<String>>())?;
    }

    #[test]
    fn with_a_part(texts in prop::collection::vec(("[a-cé日~]{0,8}", "[a-cé日~]{1,2}"), 1..12)) {
        let expressions = texts.iter().flat_map(|(text, part)| of_two(text, part));
        check(&expressions.collect::<Vec<String>>())?;
    }
}
