//! Checks `environment.conf`: finds the lines of problems, and values that make Puppet compile something
//! that was not intended.

use std::path::Path;

use catalog::environment::conf::{self, About, Contents, Line, Problem};
use catalog::nearest::nearest;
use frontend::issue::Located;
use frontend::{Diagnostic, Severity, Span};

use crate::code::{finding, probable};

/// A line of the file that sets something.
struct Setting<'t> {
    name: &'t str,
    value: &'t str,
    span: Span,
}

/// The lines of a file.
pub struct Conf<'t> {
    lines: Vec<(usize, Span)>,
    settings: Vec<Setting<'t>>,
}

impl<'t> Conf<'t> {
    /// Reads the lines of the file. Settings in sections have no effect.
    pub fn read(text: &'t str) -> Conf<'t> {
        let span = |line: &Line<'_>| Span::new(line.place.start, line.place.end);
        let (mut lines, mut settings) = (Vec::new(), Vec::new());
        let mut is_main = true;
        for line in conf::lines(text) {
            lines.push((line.number, span(&line)));
            match line.contents {
                Contents::Section(name) => is_main = name == "main",
                Contents::Setting(name, value) if is_main => settings.push(Setting {
                    name,
                    value,
                    span: span(&line),
                }),
                Contents::Setting(..) | Contents::Other(_) => {}
            }
        }
        Conf { lines, settings }
    }

    /// Returns findings for Puppet's messages, each at the line that it is about.
    pub fn problems<'p>(
        &self,
        problems: impl Iterator<Item = &'p Problem>,
        severity: Severity,
    ) -> Vec<Diagnostic> {
        // each unknown setting is reported at its own line
        let is_listed = |one: &&Problem| matches!(one.about, Some(About::UnknownSettings(_)));
        let problems = problems.filter(|one| !is_listed(one));
        let located = problems.map(|problem| {
            let span = problem.about.as_ref().and_then(|about| self.place(about));
            let text = problem.text.clone();
            Diagnostic {
                severity,
                located: match span {
                    Some(_) => Located::Column,
                    None => Located::File,
                },
                ..finding("ENVIRONMENT_CONFIG", text, span.unwrap_or_default())
            }
        });
        located.collect()
    }

    /// Returns the place of a part of the file. The first value of a setting is the one that counts.
    fn place(&self, about: &About) -> Option<Span> {
        match about {
            About::Line(number) => {
                let mut lines = self.lines.iter();
                let found = lines.find(|(other, _)| other == number);
                found.map(|(_, span)| *span)
            }
            About::Setting(name) => {
                let mut settings = self.settings.iter();
                settings.find(|one| one.name == name).map(|one| one.span)
            }
            About::UnknownSettings(_) => None,
        }
    }

    /// Returns the findings besides Puppet's own messages.
    pub fn findings(&self, environment: &Path) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (at, one) in self.settings.iter().enumerate() {
            let mut warn = |message: String| {
                found.push(probable("ENVIRONMENT_CONFIG", message, one.span));
            };
            if !conf::settings().any(|name| name == one.name) {
                let near = nearest(one.name, conf::settings());
                let hint = near.map(|near| format!("did you mean '{near}'?"));
                let message = format!("Unknown setting '{}', which Puppet ignores", one.name);
                let diagnostic = finding("ENVIRONMENT_CONFIG", message, one.span);
                found.push(Diagnostic { hint, ..diagnostic });
            } else if self.settings[..at]
                .iter()
                .any(|other| other.name == one.name)
            {
                let message = format!("The first value of '{}' counts, and not this one", one.name);
                warn(message);
            } else if let Some(path) = missing_path(environment, one) {
                warn(format!("'{}' names {path}, which does not exist", one.name));
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
