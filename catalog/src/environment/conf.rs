//! Reads `environment.conf`.

use std::fmt;
use std::ops::Range;

use crate::nearest::nearest;

/// The part of `environment.conf` that a problem is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// The line of a number, counted from 1.
    Line(usize),
    /// The value of a setting.
    Setting(String),
    /// The settings of these names, which Puppet does not know.
    UnknownSettings(Vec<String>),
}

/// A problem of an environment, in Puppet's words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The message without the place that Puppet writes after it.
    pub text: String,
    /// The text after the message that names the place, such as ` (file: F, line: 1)`, or says that
    /// there is none.
    pub place: String,
    /// The part of `environment.conf`; `None` if it is about something else.
    pub about: Option<About>,
}

impl Problem {
    /// Returns advice: the names that unknown settings probably mean.
    pub fn hint(&self) -> Option<String> {
        let Some(About::UnknownSettings(names)) = &self.about else {
            return None;
        };
        let near = names.iter().filter_map(|name| nearest(name, settings()));
        let near: Vec<String> = near.map(|near| format!("'{near}'")).collect();
        (!near.is_empty()).then(|| format!("did you mean {}?", near.join(", ")))
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Problem {
        Problem {
            text,
            place: String::new(),
            about: None,
        }
    }
}

impl From<Problem> for String {
    fn from(problem: Problem) -> String {
        problem.to_string()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text, self.place)
    }
}

/// The settings of the file, with variables replaced.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Conf {
    /// `modulepath`
    pub module_path: Option<String>,
    /// `manifest`
    pub manifest: Option<String>,
    /// `environment_data_provider`
    pub data_provider: Option<String>,
    /// `config_version`, in which `$environmentpath` and `$environment` are not replaced yet.
    pub config_version: Option<String>,
    /// Other settings of environments.
    pub other: Vec<(String, String)>,
    /// Settings that Puppet does not know, in order.
    pub unknown: Vec<String>,
    /// The names of sections, which the file may not have, in order.
    pub sections: Vec<String>,
    /// The error that ends each compilation: the invalid value of a setting.
    pub problem: Option<Problem>,
    /// The error that prevents the environment from being opened: an unknown variable in a setting.
    pub fatal: Option<Problem>,
}

/// Settings that are checked when the environment is opened, in Puppet's order.
const LOOKED_AT_FIRST: [&str; 3] = ["modulepath", "manifest", "config_version"];
/// Settings whose values are checked when a catalog is compiled, in Puppet's order.
const LOOKED_AT_LATER: [&str; 4] = [
    "static_catalogs",
    "environment_data_provider",
    "rich_data",
    "environment_timeout",
];

/// Returns all settings that the file may have.
pub fn settings() -> impl Iterator<Item = &'static str> {
    LOOKED_AT_FIRST.into_iter().chain(LOOKED_AT_LATER)
}

/// A line of the file that is neither blank nor a comment.
pub struct Line<'t> {
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The place of the line in the text, without the blanks around it.
    pub place: Range<usize>,
    /// The contents.
    pub contents: Contents<'t>,
}

/// The contents of a line.
pub enum Contents<'t> {
    /// `[name]`
    Section(&'t str),
    /// `key = value`. The value has no quotes.
    Setting(&'t str, &'t str),
    /// The whole line, which is neither.
    Other(&'t str),
}

/// Splits the text of an `environment.conf` into its lines.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut next = 0;
    let whole = text.split_inclusive('\n').map(move |line| {
        let start = next;
        next += line.len();
        (start, line)
    });
    whole.enumerate().filter_map(|(index, (start, line))| {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return None;
        }
        let begin = start + line.len() - line.trim_start().len();
        Some(Line {
            number: index + 1,
            place: begin..begin + trimmed.len(),
            contents: contents(line),
        })
    })
}

fn contents(line: &str) -> Contents<'_> {
    let section = line.trim_end().strip_prefix('[');
    let section = section.and_then(|rest| rest.strip_suffix(']'));
    if let Some(name) = section.filter(|name| is_word(name)) {
        return Contents::Section(name);
    }
    let setting = line.trim().split_once('=');
    let setting = setting.map(|(key, value)| (key.trim_end(), unquoted(value.trim())));
    match setting.filter(|(key, _)| is_word(key)) {
        Some((key, value)) => Contents::Setting(key, value),
        None => {
            let line = line.strip_suffix('\n').unwrap_or(line);
            Contents::Other(line.strip_suffix('\r').unwrap_or(line))
        }
    }
}

/// Parses the text of an `environment.conf`; `known` returns the value of a variable.
///
/// # Errors
/// Fails if a line is not a setting, or if braces contain no valid file options.
pub fn parse(text: &str, known: impl Fn(&str) -> Option<String>) -> Result<Conf, Problem> {
    let known = &known;
    let mut conf = Conf::default();
    let mut seen = Vec::new();
    let mut problems = Vec::new();
    let mut is_main = true;
    for line in lines(text) {
        let problem = |text| Problem {
            text,
            place: String::new(),
            about: Some(About::Line(line.number)),
        };
        let (key, value) = match line.contents {
            Contents::Section(name) => {
                is_main = name == "main";
                if !is_main {
                    conf.sections.push(name.to_owned());
                }
                continue;
            }
            Contents::Setting(key, value) => (key, value),
            Contents::Other(text) => {
                let place = format!(" (line: {})", line.number);
                let problem = problem(format!("Could not match line {text}"));
                return Err(Problem { place, ..problem });
            }
        };
        let value = without_file_options(value).map_err(problem)?;
        // the first occurrence of a setting counts
        if is_main && !seen.contains(&key) {
            seen.push(key);
            let problem = conf.set(key, &value, known).err();
            problems.extend(problem.map(|problem| (key, problem)));
        }
    }
    let first = |keys: &[&str]| {
        let place = |key: &str| keys.iter().position(|other| *other == key);
        let found = problems.iter().filter(|(key, _)| place(key).is_some());
        let first = found.min_by_key(|(key, _)| place(key));
        first.map(|(key, text)| Problem {
            text: text.clone(),
            place: String::new(),
            about: Some(About::Setting((*key).to_owned())),
        })
    };
    conf.fatal = first(&LOOKED_AT_FIRST);
    conf.problem = first(&LOOKED_AT_LATER);
    Ok(conf)
}

/// Removes the first `{...}` from a value, which sets the owner, group and mode of a file.
fn without_file_options(value: &str) -> Result<String, String> {
    let Some((before, options, after)) = file_options(value) else {
        return Ok(value.to_owned());
    };
    for option in options.trim().split(',') {
        let parts = option.split_once('=');
        let parts = parts.map(|(key, value)| (key.trim(), value.trim()));
        let Some((key, value)) = parts.filter(|(key, value)| is_word(key) && is_word(value)) else {
            return Err(format!("Could not parse '{value}'"));
        };
        if !matches!(key, "owner" | "group" | "mode") {
            return Err(format!("Invalid file option '{key}'"));
        }
        if key == "mode" && !value.bytes().all(|b| b.is_ascii_digit()) {
            return Err("File modes must be numbers".to_owned());
        }
    }
    Ok(format!("{before}{after}").trim_end().to_owned())
}

/// Splits a value at its first braces that are not empty: the text before, within and after them.
fn file_options(value: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + value[from..].find('{')?;
        let close = open + value[open..].find('}')?;
        match &value[open + 1..close] {
            "" => from = open + 1,
            options => return Some((&value[..open], options, &value[close + 1..])),
        }
    }
}

impl Conf {
    /// Sets a setting.
    ///
    /// # Errors
    /// The message for an invalid value.
    fn set(
        &mut self,
        key: &str,
        value: &str,
        known: impl Fn(&str) -> Option<String>,
    ) -> Result<(), String> {
        // this setting does not interpolate variables
        let is_plain = key == "environment_timeout";
        let unknown = unknown_variable(value, &known).filter(|_| !is_plain);
        let (key, text) = match is_plain {
            true => (key.to_owned(), value.to_owned()),
            false => (key.to_owned(), replaced(value, &known)),
        };
        if let Some(variable) = unknown
            && (LOOKED_AT_FIRST.contains(&&*key) || LOOKED_AT_LATER.contains(&&*key))
        {
            return Err(format!(
                "Error converting value for param '{key}': Could not find value for ${variable}"
            ));
        }
        match key.as_str() {
            "modulepath" => self.module_path = Some(module_path(value, known)),
            "manifest" => self.manifest = Some(text),
            "config_version" => {
                let kept = |name: &str| known(name).filter(|_| name != "environmentpath");
                self.config_version = Some(replaced(value, kept));
                self.other.push((key, text));
            }
            "environment_timeout" => match seconds(&text) {
                Some(seconds) => self.other.push((key, seconds)),
                None => {
                    return Err(format!(
                        "Invalid 'time to live' format '\"{text}\"' for parameter: {key}"
                    ));
                }
            },
            "static_catalogs" | "rich_data" if !matches!(&*text, "true" | "false") => {
                return Err(format!(
                    "Invalid value '\"{text}\"' for boolean parameter: {key}"
                ));
            }
            "static_catalogs" | "rich_data" => self.other.push((key, text)),
            "environment_data_provider" => {
                self.data_provider = Some(text.clone());
                self.other.push((key, text));
            }
            _ => self.unknown.push(key),
        }
        Ok(())
    }
}

/// Replaces variables in a module path. An entry that starts with a variable is relative to the
/// working directory of the process, unless the variable's value is absolute.
fn module_path(value: &str, known: impl Fn(&str) -> Option<String>) -> String {
    let from_here = |path: &str| match path.starts_with(['/', '~', '$']) || path.is_empty() {
        true => path.to_owned(),
        false => std::path::absolute(path).map_or_else(
            |_| path.to_owned(),
            |path| path.to_string_lossy().into_owned(),
        ),
    };
    let entries = value.split(':').map(|entry| {
        let text = replaced(entry, &known);
        match entry.starts_with('$') {
            true => text.split(':').map(from_here).collect::<Vec<_>>().join(":"),
            false => text,
        }
    });
    entries.collect::<Vec<_>>().join(":")
}

/// Returns the first unknown variable of a value. `$environment` does not count because some
/// settings keep it.
fn unknown_variable(value: &str, known: impl Fn(&str) -> Option<String>) -> Option<String> {
    let unknown = std::cell::RefCell::new(None);
    replaced(value, |name| {
        if is_word(name) && name != "environment" && known(name).is_none() {
            unknown.borrow_mut().get_or_insert_with(|| name.to_owned());
        }
        None
    });
    unknown.into_inner()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Converts a duration such as `5m` to seconds.
pub(crate) fn seconds(text: &str) -> Option<String> {
    if text == "unlimited" {
        return Some(text.to_owned());
    }
    let (digits, unit) = match text.char_indices().last()? {
        (_, '0'..='9' | 's') => (text.trim_end_matches('s'), 1),
        (at, 'm') => (&text[..at], 60),
        (at, 'h') => (&text[..at], 60 * 60),
        (at, 'd') => (&text[..at], 24 * 60 * 60),
        (at, 'y') => (&text[..at], 365 * 24 * 60 * 60),
        _ => return None,
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number: i64 = digits.parse().ok().filter(|_| is_number)?;
    Some(number.checked_mul(unit)?.to_string())
}

/// Removes one quote at the start and one at the end of a value.
fn unquoted(value: &str) -> &str {
    let quote = ['\'', '"'];
    let value = value.strip_prefix(quote).unwrap_or(value);
    value.strip_suffix(quote).unwrap_or(value)
}

/// Replaces `$name` and `${name}` by the values that `known` returns; unknown names stay.
pub fn replaced(text: &str, known: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let braced = after
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'));
        let (name, tail) = match braced {
            Some(found) => found,
            None => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                after.split_at(after.find(|c| !is_name(c)).unwrap_or(after.len()))
            }
        };
        match known(name) {
            Some(value) => out.push_str(&value),
            None => out.push_str(&rest[at..rest.len() - tail.len()]),
        }
        rest = tail;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_settings() {
        let text = "# c\n[main]\nmodulepath = mods:$basemodulepath:$x/y\nmanifest=\"a b\"\nfoo = 1\n\
             environment_timeout = 5m\nfoo = 2\n[other]\nmanifest = x\n";
        let known = |name: &str| match name {
            "basemodulepath" => Some("/b".to_owned()),
            "x" => Some("/x".to_owned()),
            _ => None,
        };
        let conf = parse(text, known).expect("all lines are settings");
        assert_eq!(conf.module_path.as_deref(), Some("mods:/b:/x/y"));
        assert_eq!(conf.manifest.as_deref(), Some("a b"));
        assert_eq!(conf.unknown, ["foo"]);
        assert_eq!(conf.sections, ["other"]);
        assert_eq!(
            conf.other,
            [("environment_timeout".to_owned(), "300".to_owned())]
        );
        let problem = Problem {
            text: "Could not match line ; c".to_owned(),
            place: " (line: 2)".to_owned(),
            about: Some(About::Line(2)),
        };
        assert_eq!(parse("\n; c", known), Err(problem));
    }
}
