//! Runs the most used style checks of puppet-lint, under their names.
//!
//! Each check looks at the tokens of one manifest, including blanks and comments, or at its syntax
//! tree. Some findings have changes that correct them. A change never alters the meaning of the
//! code.

mod arrows;
mod classes;
mod layout;
mod resources;
mod strings;
mod tokens;

use frontend::ast::Program;
use frontend::{Diagnostic, Issue, Severity, Source, Span};

use crate::files::File;
use tokens::Tokens;

/// A change to a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The span that is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A finding of style, with the changes that correct it.
#[derive(Clone, Debug)]
pub struct Style {
    /// The finding.
    pub diagnostic: Diagnostic,
    /// The changes that correct it; empty if a person must decide.
    pub edits: Vec<Edit>,
}

/// The checks to run.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    only: Vec<String>,
    without: Vec<String>,
}

impl Choice {
    /// Parses a list such as `all`, `140chars,hard_tabs` or `all,-documentation`.
    ///
    /// # Errors
    /// Fails if there is no check of that name. The message suggests the most similar one.
    pub fn parse(list: &str) -> Result<Choice, String> {
        let mut choice = Choice::default();
        for word in list
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let (name, chosen) = match word.strip_prefix('-') {
                Some(name) => (name, &mut choice.without),
                None => (word, &mut choice.only),
            };
            if name == "all" {
                continue;
            }
            if !names().any(|known| known == name) {
                let advice = catalog::nearest::did_you_mean(name, names());
                return Err(format!("there is no check '{name}'{advice}"));
            }
            chosen.push(name.to_owned());
        }
        Ok(choice)
    }

    /// Returns true if a check runs.
    pub fn has(&self, name: &str) -> bool {
        let is_named = self.only.iter().any(|one| one == name);
        let is_chosen = is_named || self.only.is_empty() && !ONLY_NAMED.contains(&name);
        is_chosen && self.without.iter().all(|one| one != name)
    }
}

/// The place of a file in the codebase.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The file.
    pub file: &'p File,
    /// The name of its module and the path inside it.
    pub in_module: Option<(&'p str, &'p str)>,
}

/// The input of a check.
struct Input<'i, 'a> {
    source: &'i Source,
    tokens: &'i Tokens<'i>,
    program: &'i Program<'a>,
    place: Place<'i>,
    check: &'static str,
    found: Vec<Style>,
}

impl Input<'_, '_> {
    /// Adds a finding.
    fn warn(&mut self, message: impl Into<String>, span: Span, edits: Vec<Edit>) {
        self.add(Severity::Warning, message.into(), span, edits);
    }

    fn add(&mut self, severity: Severity, message: String, span: Span, edits: Vec<Edit>) {
        let diagnostic = Diagnostic {
            severity,
            ..Diagnostic::error(Issue(self.check), message, span)
        };
        self.found.push(Style { diagnostic, edits });
    }
}

/// The function of a check: it looks at the input and adds findings.
type Check = fn(&mut Input<'_, '_>);

/// All checks by name.
const CHECKS: &[(&str, Check)] = &[
    ("140chars", layout::long_lines),
    ("2sp_soft_tabs", layout::soft_tabs),
    ("arrow_alignment", arrows::alignment),
    ("arrow_on_right_operand_line", layout::arrow_lines),
    ("autoloader_layout", classes::autoloader_layout),
    ("case_without_default", resources::case_without_default),
    ("code_on_top_scope", classes::code_on_top_scope),
    ("documentation", classes::documentation),
    ("double_quoted_strings", strings::double_quoted),
    ("ensure_first_param", resources::ensure_first),
    ("ensure_not_symlink_target", resources::symlink_target),
    ("file_mode", resources::file_mode),
    ("hard_tabs", layout::hard_tabs),
    (
        "inherits_across_namespaces",
        classes::inherits_across_namespaces,
    ),
    ("names_containing_uppercase", classes::uppercase_names),
    ("nested_classes_or_defines", classes::nested),
    ("only_variable_string", strings::only_variable),
    ("parameter_order", classes::parameter_order),
    ("puppet_url_without_modules", strings::url_without_modules),
    ("quoted_booleans", strings::quoted_booleans),
    ("right_to_left_relationship", layout::right_to_left),
    ("selector_inside_resource", resources::selector_inside),
    (
        "single_quote_string_with_variables",
        strings::single_quoted_variables,
    ),
    ("star_comments", layout::star_comments),
    ("trailing_whitespace", layout::trailing_whitespace),
    ("unquoted_file_mode", resources::unquoted_file_mode),
    ("unquoted_node_name", resources::unquoted_node_name),
    ("unquoted_resource_title", resources::unquoted_title),
    ("variable_is_lowercase", strings::uppercase_variables),
    ("variable_scope", classes::variable_scope),
    ("variables_not_enclosed", strings::not_enclosed),
];

/// Checks that only run when they are named, as in puppet-lint.
const ONLY_NAMED: &[&str] = &["quoted_booleans"];

/// Returns the names of all checks.
pub fn names() -> impl Iterator<Item = &'static str> {
    CHECKS.iter().map(|(name, _)| *name)
}

/// Runs the chosen checks on a parsed manifest. Returns findings in the order of the text.
pub fn check(
    place: Place<'_>,
    source: &Source,
    program: &Program<'_>,
    choice: &Choice,
) -> Vec<Style> {
    let tokens = Tokens::of(source);
    let mut all = Vec::new();
    for (name, check) in CHECKS.iter().filter(|(name, _)| choice.has(name)) {
        let mut input = Input {
            source,
            tokens: &tokens,
            program,
            place,
            check: name,
            found: Vec::new(),
        };
        check(&mut input);
        all.append(&mut input.found);
    }
    all.sort_by_key(|style| (style.diagnostic.span.start, style.diagnostic.issue.0));
    all
}

/// Applies changes to a text. Of overlapping changes only the first is applied.
pub fn corrected(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start < at {
            continue;
        }
        out.push_str(&text[at..start]);
        out.push_str(&edit.text);
        at = end;
    }
    out.push_str(&text[at..]);
    out
}
