//! Compares bunraku's answers with Puppet's, and groups the differences by cause.

use serde_json::Value;

use super::reference::Answer;
use crate::compare;
use crate::engine::Outcome;

/// The outcome of one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The catalog and the log are the same.
    Equal,
    /// The error is the same.
    SameError,
    /// Puppet did not answer in time.
    Late,
    /// Something differs.
    Differs {
        /// The text that equal differences have in common.
        cause: String,
        /// The complete difference.
        detail: String,
    },
}

/// Compares an answer with Puppet's.
pub fn judge(wanted: &Answer, outcome: &Outcome) -> Verdict {
    if wanted.late {
        return Verdict::Late;
    }
    let logs: Vec<String> = outcome
        .log
        .iter()
        .filter(|line| line.source.starts_with("Scope("))
        .map(|line| line.transcript())
        .collect();
    let error = outcome
        .error
        .as_ref()
        .map(|error| format!("Error: {error}"));
    let (wanted_error, error) = match &wanted.error {
        Some(text) if names_platform(text) => (
            Some(without_place(text)),
            error.as_deref().map(without_place),
        ),
        _ => (wanted.error.clone(), error),
    };
    let (wanted_error, error) = (
        wanted_error.map(without_wrapper),
        error.map(without_wrapper),
    );
    match (&wanted_error, &error) {
        (Some(want), Some(have)) if is_uncaught(want, have) => Verdict::SameError,
        (Some(want), Some(have)) if want == have && wanted.logs == logs => Verdict::SameError,
        (Some(want), Some(have)) if want != have => differs(
            format!("error: {}, not {}", plain(have), plain(want)),
            want,
            have,
        ),
        (Some(want), None) => differs(format!("no error: {}", plain(want)), want, "no error"),
        (None, Some(have)) => differs(format!("an error: {}", plain(have)), "no error", have),
        _ if wanted.logs != logs => {
            let of = |lines: &[String]| lines.join("\n");
            let pair = wanted.logs.iter().map(Some).chain([None]);
            let first = pair
                .zip(logs.iter().map(Some).chain([None]))
                .find(|(w, h)| w != h);
            let (want, have) = first.unwrap_or_default();
            let shown = |line: Option<&String>| line.map_or("nothing".to_owned(), |l| plain(l));
            differs(
                format!("log: {}, not {}", shown(have), shown(want)),
                &of(&wanted.logs),
                &of(&logs),
            )
        }
        _ => catalogs(wanted, outcome),
    }
}

/// Returns true if Puppet reports an error of Ruby that it does not catch, which bunraku reports
/// with its place (docs/divergences.md).
fn is_uncaught(want: &str, have: &str) -> bool {
    let Some(uncaught) = want.strip_prefix("Error: INTERNAL ") else {
        return false;
    };
    let message = uncaught
        .split_once(": ")
        .map_or(uncaught, |(_, message)| message);
    let first = message.lines().next().unwrap_or_default();
    !first.is_empty() && have.contains(first)
}

/// Returns true if the error of a template names a file of Puppet itself, which bunraku does not
/// have (docs/divergences.md).
fn names_platform(text: &str) -> bool {
    let mut places = text.lines().filter_map(|l| l.strip_prefix("  Filepath: "));
    places.any(|path| path.contains("/lib/puppet/") && !path.contains(ROOT_OF_MODULES))
}

/// A part of the paths of modules that paths of Puppet itself do not have.
const ROOT_OF_MODULES: &str = "/modules/";

/// Returns the error of a template without the file and line of the failed code.
fn without_place(text: &str) -> String {
    let is_place = |line: &&str| line.starts_with("  Filepath: ") || line.starts_with("  Line: ");
    let lines: Vec<&str> = text.lines().filter(|line| !is_place(line)).collect();
    lines.join("\n")
}

/// Returns an error without the object of a template: Ruby's text of it has its address and all
/// variables, which bunraku leaves out (docs/divergences.md).
fn without_wrapper(text: String) -> String {
    const WRAPPER: &str = "#<Puppet::Parser::TemplateWrapper";
    let lines = text
        .split('\n')
        .map(|line| match (line.find(WRAPPER), line.rfind('>')) {
            (Some(begin), Some(end)) if begin < end => {
                format!("{}{WRAPPER}{}", &line[..begin], &line[end..])
            }
            _ => line.to_owned(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

fn differs(cause: String, want: &str, have: &str) -> Verdict {
    Verdict::Differs {
        cause,
        detail: format!("expected: {want}\ngot:      {have}"),
    }
}

fn catalogs(wanted: &Answer, outcome: &Outcome) -> Verdict {
    let parsed =
        |text: &Option<String>| -> Option<Value> { serde_json::from_str(text.as_ref()?).ok() };
    let (Some(want), Some(have)) = (parsed(&wanted.catalog), parsed(&outcome.catalog)) else {
        return differs("no catalog".to_owned(), "a catalog", "none");
    };
    let lines = compare::differences(&want, &have);
    match lines.first() {
        None => Verdict::Equal,
        Some(first) => Verdict::Differs {
            cause: format!("catalog: {}", plain(first)),
            detail: lines.join("\n"),
        },
    }
}

/// The maximum number of characters of a cause.
const CAUSE_CHARS_MAX: usize = 240;

/// Returns a message without the parts that differ from case to case: quoted texts, titles, paths,
/// numbers.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let line = text.lines().next().unwrap_or_default();
    let mut chars = line.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' if !before.is_alphanumeric() => {
                out.push_str("'..'");
                for inner in chars.by_ref() {
                    if inner == c {
                        break;
                    }
                }
            }
            '[' => {
                out.push_str("[..]");
                let mut depth = 1;
                for inner in chars.by_ref() {
                    depth += i32::from(inner == '[') - i32::from(inner == ']');
                    if depth == 0 {
                        break;
                    }
                }
            }
            '/' => {
                out.push('/');
                while chars
                    .next_if(|c| !c.is_whitespace() && !",)".contains(*c))
                    .is_some()
                {}
            }
            c if c.is_ascii_digit() => {
                out.push('N');
                while chars.next_if(char::is_ascii_digit).is_some() {}
            }
            c => out.push(c),
        }
        before = c;
    }
    out.chars().take(CAUSE_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn causes_name_no_case() {
        let text = "Could not find class ::a for 'b' (file: /x/y.pp, line: 12)";
        assert_eq!(
            plain(text),
            "Could not find class ::a for '..' (file: /, line: N)"
        );
        assert_eq!(plain("File[/etc/a[b]] mode: 1"), "File[..] mode: N");
    }
}
