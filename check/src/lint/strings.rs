//! Checks strings and variables.

use frontend::{Severity, Span};

use super::tokens::{Kind, Token};
use super::{Edit, Input};

fn edit(span: Span, text: impl Into<String>) -> Vec<Edit> {
    vec![Edit {
        span,
        text: text.into(),
    }]
}

/// Returns the text between the quotes.
fn inner(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1))
        .unwrap_or_default()
}

pub(super) fn double_quoted(input: &mut Input<'_, '_>) {
    for &token in &input.tokens.list {
        if token.kind != Kind::DoubleQuoted {
            continue;
        }
        let text = inner(input.tokens.text(token));
        // these have another meaning in single quotes
        if text.contains(['\\', '\'', '\n', '\t']) {
            continue;
        }
        let edits = edit(token.span, format!("'{text}'"));
        input.warn(
            "double quoted string containing no variables",
            token.span,
            edits,
        );
    }
}

pub(super) fn single_quoted_variables(input: &mut Input<'_, '_>) {
    for &token in &input.tokens.list {
        let text = input.tokens.text(token);
        if token.kind == Kind::SingleQuoted && text.contains("${") && !text.contains("\\${") {
            let message = "single quoted string containing a variable found".to_owned();
            input.add(Severity::Error, message, token.span, Vec::new());
        }
    }
}

pub(super) fn quoted_booleans(input: &mut Input<'_, '_>) {
    for &token in &input.tokens.list {
        if !matches!(token.kind, Kind::SingleQuoted | Kind::DoubleQuoted) {
            continue;
        }
        if matches!(inner(input.tokens.text(token)), "true" | "false") {
            // a Boolean is a different value than the text, so a person must decide
            input.warn("quoted boolean value found", token.span, Vec::new());
        }
    }
}

pub(super) fn url_without_modules(input: &mut Input<'_, '_>) {
    for &token in &input.tokens.list {
        if !matches!(
            token.kind,
            Kind::SingleQuoted | Kind::DoubleQuoted | Kind::Text
        ) {
            continue;
        }
        let text = input.tokens.text(token);
        let bare = text.trim_start_matches(['\'', '"']);
        let Some(rest) = bare.strip_prefix("puppet://") else {
            continue;
        };
        let Some((_, path)) = rest.split_once('/') else {
            continue;
        };
        if !path.starts_with("modules/") && !path.is_empty() {
            input.warn(
                "puppet:// URL without modules/ found",
                token.span,
                Vec::new(),
            );
        }
    }
}

/// Reports `"${a}"` and `"$a"`, which equal the variable itself if that is a text.
pub(super) fn only_variable(input: &mut Input<'_, '_>) {
    let list = &input.tokens.list;
    for (at, &token) in list.iter().enumerate() {
        if token.kind != Kind::StringStart {
            continue;
        }
        let after = |n: usize| list.get(at + n).copied();
        let kinds = [1, 2, 3, 4].map(|n| after(n).map(|token| token.kind));
        let end = match kinds {
            [Some(Kind::Variable), Some(Kind::StringEnd), ..] => at + 2,
            [
                Some(Kind::InterpolationStart),
                Some(Kind::Name | Kind::Variable),
                Some(Kind::InterpolationEnd),
                Some(Kind::StringEnd),
            ] => at + 4,
            _ => continue,
        };
        // the key of a hash must be a text
        let next = input.tokens.code_after(end).map(|next| list[next].kind);
        if next != Some(Kind::FatArrow)
            && let Some(first) = after(1)
        {
            // the text of a number is a different value than the number, so a person must decide
            input.warn("string containing only a variable", first.span, Vec::new());
        }
    }
}

/// Reports `"$a"` instead of `"${a}"`.
pub(super) fn not_enclosed(input: &mut Input<'_, '_>) {
    let mut depth = 0_u32;
    let mut in_string: Vec<u32> = Vec::new();
    let mut in_heredoc = false;
    for &token in &input.tokens.list {
        match token.kind {
            Kind::StringStart => in_string.push(depth),
            Kind::StringEnd => {
                in_string.pop();
            }
            Kind::InterpolationStart => depth += 1,
            Kind::InterpolationEnd => depth = depth.saturating_sub(1),
            Kind::Text if in_string.is_empty() => in_heredoc = true,
            Kind::Newline | Kind::Other => in_heredoc = false,
            Kind::Variable => {
                let is_inside = in_string.last() == Some(&depth) || in_heredoc && depth == 0;
                if is_inside {
                    let name = input.tokens.text(token).trim_start_matches('$');
                    let edits = edit(token.span, format!("${{{name}}}"));
                    input.warn("variable not enclosed in {}", token.span, edits);
                }
            }
            _ => {}
        }
    }
}

pub(super) fn uppercase_variables(input: &mut Input<'_, '_>) {
    let list: Vec<Token> = input.tokens.list.clone();
    for (at, token) in list.iter().enumerate() {
        let is_bare =
            token.kind == Kind::Name && at > 0 && list[at - 1].kind == Kind::InterpolationStart;
        let is_variable = token.kind == Kind::Variable || is_bare;
        if is_variable
            && input
                .tokens
                .text(*token)
                .contains(|c: char| c.is_ascii_uppercase())
        {
            input.warn(
                "variable contains an uppercase letter",
                token.span,
                Vec::new(),
            );
        }
    }
}
