//! Reads the comments that suppress findings. `# lint:ignore:CODE` on a line of its own applies up
//! to `# lint:endignore`; after code it applies to its line.

use frontend::{Diagnostic, Severity, Source};

/// A range of lines in which some codes are suppressed.
struct Ignored {
    /// The codes. Case is ignored.
    codes: Vec<String>,
    first: u32,
    last: u32,
}

/// The suppressed codes of a file by line.
pub struct Suppressed(Vec<Ignored>);

impl Suppressed {
    /// Reads the comments of a file.
    pub fn of(source: &Source) -> Suppressed {
        Suppressed(match source.text.contains("lint:ignore:") {
            true => comments(&source.text),
            false => Vec::new(),
        })
    }

    /// Returns true if a finding is suppressed. Errors of Puppet's own checks cannot be suppressed.
    pub fn has(&self, source: &Source, diagnostic: &Diagnostic) -> bool {
        let code = diagnostic.issue.0;
        let is_own = crate::code::find(code).is_some() || crate::lint::names().any(|it| it == code);
        if self.0.is_empty() || diagnostic.severity == Severity::Error && !is_own {
            return false;
        }
        let line = source.position(diagnostic.span.start).line;
        self.0.iter().any(|one| {
            let named = one
                .codes
                .iter()
                .any(|wanted| wanted.eq_ignore_ascii_case(code));
            named && one.first <= line && line <= one.last
        })
    }
}

/// Returns the ranges that the comments of a text describe.
fn comments(text: &str) -> Vec<Ignored> {
    let mut all = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let Some((before, comment)) = text.split_once('#') else {
            continue;
        };
        // an earlier `#` may be part of a string
        let comment = comment.rsplit('#').next().unwrap_or(comment);
        if comment.contains("lint:endignore") {
            if let Some(at) = open.pop() {
                let stretch: &mut Ignored = &mut all[at];
                stretch.last = line;
            }
            continue;
        }
        let words = comment.split_whitespace();
        let codes: Vec<String> = words
            .filter_map(|word| word.strip_prefix("lint:ignore:"))
            .map(str::to_owned)
            .collect();
        if codes.is_empty() {
            continue;
        }
        let is_alone = before.trim().is_empty();
        if is_alone {
            open.push(all.len());
        }
        all.push(Ignored {
            codes,
            first: line,
            last: if is_alone { u32::MAX } else { line },
        });
    }
    all
}
