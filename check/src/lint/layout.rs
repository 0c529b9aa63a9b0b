//! Checks blanks, line lengths, comments, and arrows between statements.

use frontend::{Severity, Span};

use super::tokens::Kind;
use super::{Edit, Input};

/// The maximum number of characters of a line.
const LINE_MAX: usize = 140;

pub(super) fn long_lines(input: &mut Input<'_, '_>) {
    let mut at = 0;
    let text = input.source.text.clone();
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end_matches(['\n', '\r']);
        let is_long = shown.chars().count() > LINE_MAX;
        // URLs and names of templates cannot be wrapped
        if is_long && !shown.contains("://") && !shown.contains("template(") {
            let over = shown.char_indices().nth(LINE_MAX).map_or(0, |(at, _)| at);
            let span = Span::new(at + over, at + shown.len());
            input.warn("line has more than 140 characters", span, Vec::new());
        }
        at += line.len();
    }
}

pub(super) fn soft_tabs(input: &mut Input<'_, '_>) {
    let list = &input.tokens.list;
    for (at, &token) in list.iter().enumerate() {
        let text = input.tokens.text(token);
        // the indentation of a heredoc's end determines the indentation of its text
        let is_end_of_heredoc = list
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Other);
        if token.kind == Kind::Indent && !text.len().is_multiple_of(2) && !is_end_of_heredoc {
            let message = "two-space soft tabs not used".to_owned();
            input.add(Severity::Error, message, token.span, Vec::new());
        }
    }
}

pub(super) fn hard_tabs(input: &mut Input<'_, '_>) {
    for &token in &input.tokens.list {
        let text = input.tokens.text(token);
        if matches!(token.kind, Kind::Indent | Kind::Space) && text.contains('\t') {
            let edit = Edit {
                span: token.span,
                text: text.replace('\t', "  "),
            };
            let message = "tab character found".to_owned();
            input.add(Severity::Error, message, token.span, vec![edit]);
        }
    }
}

pub(super) fn trailing_whitespace(input: &mut Input<'_, '_>) {
    let list = &input.tokens.list;
    for (at, &token) in list.iter().enumerate() {
        let is_last = list
            .get(at + 1)
            .is_none_or(|next| next.kind == Kind::Newline);
        if matches!(token.kind, Kind::Indent | Kind::Space) && is_last {
            let edit = Edit {
                span: token.span,
                text: String::new(),
            };
            let message = "trailing whitespace found".to_owned();
            input.add(Severity::Error, message, token.span, vec![edit]);
        }
    }
}

pub(super) fn star_comments(input: &mut Input<'_, '_>) {
    for &token in &input.tokens.list {
        if token.kind == Kind::StarComment {
            input.warn("/* */ comment found", token.span, Vec::new());
        }
    }
}

pub(super) fn right_to_left(input: &mut Input<'_, '_>) {
    for &token in &input.tokens.list {
        if token.kind == Kind::LeftArrow {
            let arrow = input.tokens.text(token);
            let message = format!("right-to-left ({arrow}) relationship");
            input.warn(message, token.span, Vec::new());
        }
    }
}

pub(super) fn arrow_lines(input: &mut Input<'_, '_>) {
    let list = &input.tokens.list;
    for (at, &token) in list.iter().enumerate() {
        let ends_line = list[at + 1..]
            .iter()
            .find(|next| !matches!(next.kind, Kind::Space | Kind::Comment))
            .is_some_and(|next| next.kind == Kind::Newline);
        if token.kind == Kind::RightArrow && ends_line {
            let message = "arrow should be on the right operand's line";
            input.warn(message, token.span, Vec::new());
        }
    }
}
