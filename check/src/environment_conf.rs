//! Checks `environment.conf`: finds the lines that problems are about, and values that let Puppet compile
//! something else than was meant.

use std::path::Path;

use catalog::nearest::nearest;
use frontend::issue::Located;
use frontend::{Diagnostic, Severity, Span};

use crate::code::{finding, probable};

/// The settings that the file may have.
const KNOWN: &[&str] = &[
    "config_version",
    "environment_data_provider",
    "environment_timeout",
    "manifest",
    "modulepath",
    "rich_data",
    "static_catalogs",
];

/// A line of the file that sets something.
struct Setting<'t> {
    name: &'t str,
    value: &'t str,
    span: Span,
}

/// The settings of a file.
pub struct Conf<'t> {
    text: &'t str,
    settings: Vec<Setting<'t>>,
}

impl<'t> Conf<'t> {
    /// Reads the lines of the file.
    pub fn read(text: &'t str) -> Conf<'t> {
        let mut settings = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let inner = line.trim();
            let start = at + line.len() - line.trim_start().len();
            at += line.len();
            let Some((name, value)) = inner.split_once('=').filter(|_| !inner.starts_with('#'))
            else {
                continue;
            };
            settings.push(Setting {
                name: name.trim(),
                value: value.trim().trim_matches(['"', '\'']),
                span: Span::new(start, start + inner.len()),
            });
        }
        Conf { text, settings }
    }

    /// Returns findings for Puppet's messages, each at the line that it is about.
    pub fn problems(&self, messages: &[&String], severity: Severity) -> Vec<Diagnostic> {
        // each unknown setting is reported at its own line
        let is_known = |text: &&&String| !text.contains("unknown setting(s)");
        let messages = messages.iter().filter(is_known);
        let located = messages.map(|text| {
            let span = self.place(text);
            Diagnostic {
                severity,
                located: match span {
                    Some(_) => Located::Column,
                    None => Located::File,
                },
                ..finding(
                    "ENVIRONMENT_CONFIG",
                    (*text).clone(),
                    span.unwrap_or_default(),
                )
            }
        });
        located.collect()
    }

    /// Returns the place of the setting or line that a message names.
    fn place(&self, message: &str) -> Option<Span> {
        let names = |name: &str| {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            message.split(|c| !is_word(c)).any(|word| word == name)
        };
        let (_, line) = message.split_once(", line: ").unwrap_or_default();
        let line = line.trim_end_matches(')').parse::<usize>();
        if let Ok(line) = line {
            let mut lines = self.text.split_inclusive('\n');
            let start = lines
                .by_ref()
                .take(line.saturating_sub(1))
                .map(str::len)
                .sum();
            let length = lines.next().unwrap_or_default().trim_end().len();
            return Some(Span::new(start, start + length));
        }
        // messages about modules name settings by chance
        let is_of_setting = message.contains("param") || message.contains("interpolate");
        let mut settings = self.settings.iter().filter(|_| is_of_setting);
        settings.find(|one| names(one.name)).map(|one| one.span)
    }

    /// Returns what is wrong besides Puppet's own messages.
    pub fn findings(&self, environment: &Path) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (at, one) in self.settings.iter().enumerate() {
            let mut warn = |message: String, hint: Option<&str>| {
                let hint = hint.map(|near| format!("did you mean '{near}'?"));
                let diagnostic = probable("ENVIRONMENT_CONFIG", message, one.span);
                found.push(Diagnostic { hint, ..diagnostic });
            };
            if !KNOWN.contains(&one.name) {
                let near = nearest(one.name, KNOWN.iter().copied());
                let message = format!("Unknown setting '{}', which Puppet ignores", one.name);
                warn(message, near);
            } else if self.settings[..at]
                .iter()
                .any(|other| other.name == one.name)
            {
                let message = format!("The first value of '{}' counts, and not this one", one.name);
                warn(message, None);
            } else if let Some(path) = missing_path(environment, one) {
                warn(
                    format!("'{}' names {path}, which does not exist", one.name),
                    None,
                );
            }
        }
        found
    }
}

/// Returns the first path of a setting that is missing in the environment. Paths elsewhere may exist on
/// the server, and a Puppetfile installs the folders of modules.
fn missing_path<'t>(environment: &Path, setting: &Setting<'t>) -> Option<&'t str> {
    let is_installed = environment.join("Puppetfile").exists();
    let mut paths = match setting.name {
        "modulepath" if is_installed => return None,
        "modulepath" => setting.value.split(':').collect::<Vec<_>>(),
        "manifest" => vec![setting.value],
        "config_version" => setting.value.split_whitespace().take(1).collect(),
        _ => return None,
    };
    let is_fixed = |path: &&str| {
        !path.is_empty() && !path.starts_with(['/', '~']) && !path.contains(['$', '*', '{'])
    };
    paths.retain(is_fixed);
    paths
        .into_iter()
        .find(|path| !environment.join(path).exists())
}
