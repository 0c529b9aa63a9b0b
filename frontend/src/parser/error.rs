//! Owns the errors that end a parse.
//!
//! Puppet reads a string with all its interpolations before it parses any of them. So errors in the
//! tokens of a string come before syntax errors in it, although this parser meets them later:
//! before a syntax error in a string is reported, the rest of the string is skimmed.

use super::{Parser, Stop};
use crate::issue::{Diagnostic, Issue, Located};
use crate::lexer::strings::{self, PieceEnd, Style};
use crate::lexer::{Lexer, Mode, T};
use crate::source::Span;

/// Puppet's message, in its platform's words, where its lexer needs a position within a heredoc.
const PLACE_IN_HEREDOC: &str = "undefined method `+' for nil:NilClass";

/// Returns true if Puppet logs an error of the main manifest before it raises it: errors that it
/// finds while it builds the tree, and errors of its platform.
pub fn is_logged(issue: Issue) -> bool {
    matches!(
        issue.0,
        "CLASS_NOT_ALLOWED"
            | "ILLEGAL_DEFINITION_NAME"
            | "ILLEGAL_ARGUMENT_LIST"
            | "ILLEGAL_VIRTUAL"
            | "ILLEGAL_APPEND"
            | "ILLEGAL_RESOURCE_EXPRESSION"
            | "ILLEGAL_NUMBER_TOKEN"
            | "INVALID_CHARACTER"
            | "INVALID_REGEXP"
            | "PLACE_IN_HEREDOC"
            | "UNREADABLE_FILE"
    )
}

impl<'a> Parser<'a> {
    /// Takes the error that made the parse fail.
    pub(super) fn take_error(&mut self) -> Diagnostic {
        self.error.take().unwrap_or_else(|| {
            Diagnostic::error(Issue("SYNTAX_ERROR"), "Syntax error", Span::default())
        })
    }

    /// Fails with an error of Puppet's grammar.
    #[cold]
    pub(super) fn fail(
        &mut self,
        issue: &'static str,
        message: impl Into<String>,
        at: u32,
    ) -> Stop {
        match self.rest_of_string() {
            Ok(pieces) => self.warn_of(&pieces),
            Err(stop) => return stop,
        }
        self.fail_with(issue, message, at)
    }

    fn fail_with(&mut self, issue: &'static str, message: impl Into<String>, at: u32) -> Stop {
        let span = Span { start: at, end: at };
        self.error
            .get_or_insert_with(|| Diagnostic::error(Issue(issue), message, span));
        Stop
    }

    /// Fails because expressions are nested too deeply.
    #[cold]
    pub(super) fn too_deep(&mut self) -> Stop {
        self.fail_nowhere("STACK_TOO_DEEP", "stack level too deep", self.token.start)
    }

    /// Fails with an error that Puppet shows without a place.
    #[cold]
    pub(super) fn fail_nowhere(
        &mut self,
        issue: &'static str,
        message: impl Into<String>,
        at: u32,
    ) -> Stop {
        let stop = self.fail_with(issue, message, at);
        if let Some(error) = &mut self.error {
            error.located = Located::Nowhere;
        }
        stop
    }

    /// Fails with the error of a heredoc in which Puppet finds no place for the message of its
    /// lexer.
    #[cold]
    pub(super) fn placeless(&mut self, at: u32) -> Stop {
        self.fail_nowhere("PLACE_IN_HEREDOC", PLACE_IN_HEREDOC, at)
    }

    /// Converts an error of the lexer. Within a heredoc it is replaced with an error without a
    /// place.
    fn found(&mut self, error: Diagnostic) -> Stop {
        match self.strings.in_heredoc {
            true => self.placeless(error.span.start),
            false => {
                self.error = Some(error);
                Stop
            }
        }
    }

    /// Fails because the next token is not allowed here.
    #[cold]
    pub(super) fn unexpected(&mut self) -> Stop {
        if self.error.is_some() {
            return Stop;
        }
        let pieces = match self.rest_of_string() {
            Ok(pieces) => pieces,
            Err(stop) => return stop,
        };
        if let Some(error) = self.lexer.error.take() {
            return self.found(*error);
        }
        if let Some(error) = self.error_of_next_tag() {
            return self.found(error);
        }
        if self.token.kind == T::Eof && self.strings.in_heredoc {
            return self.fail_with("SYNTAX_ERROR", "Syntax error at ''", self.token.start);
        }
        if self.token.kind == T::Eof {
            let stop = self.fail_with(
                "SYNTAX_ERROR",
                "Syntax error at end of input",
                self.token.start,
            );
            if let Some(error) = &mut self.error {
                error.located = Located::File;
            }
            return stop;
        }
        let (text, at) = match self.closes_interpolation() {
            true => (self.next_piece(), self.token.end),
            false => (self.token_value(), self.token.start),
        };
        self.warn_of(&pieces);
        self.fail_with("SYNTAX_ERROR", format!("Syntax error at '{text}'"), at)
    }

    /// Returns the error in the text between the next token, if it is the end of a tag, and the tag
    /// after it: Puppet reads that text together with the end of the tag.
    fn error_of_next_tag(&self) -> Option<Diagnostic> {
        let ends_tag = matches!(self.token.kind, T::TagEnd | T::TagEndTrim | T::Tag);
        if !ends_tag || self.lexer.mode != Mode::Template {
            return None;
        }
        let mut lexer = self.lexer.clone();
        match lexer.next().kind {
            T::Error => Some(*take_error(&mut lexer)),
            _ => None,
        }
    }

    /// Returns the pieces of text of the outermost string around the next token, which may be its
    /// start.
    fn rest_of_string(&mut self) -> Result<Vec<Span>, Stop> {
        let in_string = match self.token.kind {
            T::StringStart => {
                let place = (self.token.start, self.lexer.jump);
                self.strings.outermost.or(Some(place))
            }
            _ => self.strings.outermost,
        };
        let mut pieces = Vec::new();
        if let Some(place) = in_string
            && let Err(error) = skim(&self.lexer, place, &mut pieces)
        {
            if !self.strings.in_heredoc {
                self.warn_of(&pieces);
            }
            return Err(self.found(*error));
        }
        Ok(pieces)
    }

    /// Adds the warnings about the pieces after the next token, which Puppet has read already.
    fn warn_of(&mut self, pieces: &[Span]) {
        for piece in pieces {
            if piece.start > self.token.end {
                let raw = &self.lexer.text[piece.start as usize..piece.end as usize];
                self.value(raw, Style::Double, piece.start as usize);
            }
        }
    }

    /// Returns true if the next token is the `}` that ends the innermost interpolation.
    fn closes_interpolation(&self) -> bool {
        if self.token.kind != T::RBrace || self.strings.style.is_none() {
            return false;
        }
        let mut lexer = self.lexer.clone();
        lexer.pos = self.strings.code.0 as usize;
        lexer.jump = self.strings.code.1;
        lexer.prev = T::LBrace;
        let mut depth = 0;
        loop {
            let token = lexer.next();
            if token.start >= self.token.start {
                return depth == 0;
            }
            match token.kind {
                T::LBrace => depth += 1,
                T::RBrace if depth > 0 => depth -= 1,
                T::Error | T::Eof => return false,
                T::StringStart if skim_string(&mut lexer, &mut Vec::new()).is_err() => {
                    return false;
                }
                _ => {}
            }
        }
    }

    /// Returns the text after the interpolation that the next token ends.
    fn next_piece(&mut self) -> String {
        let start = self.token.end as usize;
        let style = self.strings.style.unwrap_or(Style::Double);
        let (end, _) = strings::piece(self.lexer.text, start, style);
        let raw = &self.lexer.text[start..end];
        self.value(raw, style, start)
    }

    /// Returns the value of the next token, as Puppet shows it in an error.
    fn token_value(&mut self) -> String {
        let token = self.token;
        let text = self.text_of(token);
        let start = token.start as usize + 1;
        match token.kind {
            T::Other | T::Error | T::RenderExpression => String::new(),
            T::Variable => text[1..].to_string(),
            T::SingleQuoted => self.value(&text[1..text.len() - 1], Style::Single, start),
            T::DoubleQuoted | T::StringStart => {
                let end = match token.kind {
                    T::DoubleQuoted => text.len() - 1,
                    _ => text.len(),
                };
                self.value(&text[1..end], Style::Double, start)
            }
            T::Heredoc => {
                let syntax = self.lexer.heredoc.syntax;
                self.lexer.text[syntax.start as usize..syntax.end as usize].to_string()
            }
            T::Regexp => format!("(?-mix:{})", &text[1..text.len() - 1]),
            T::RenderString => self.lexer.rendered.to_string(),
            _ => text.to_string(),
        }
    }

    fn value(&mut self, raw: &'a str, style: Style, start: usize) -> String {
        let value = self.unescape(raw, style, start, false);
        value.unwrap_or_default().to_string()
    }
}

/// Adds the pieces of text of the string that starts at a place (an offset, and the lexer's `jump`
/// there), including strings in it, up to the first error in its tokens.
fn skim(
    lexer: &Lexer<'_>,
    place: (u32, usize),
    pieces: &mut Vec<Span>,
) -> Result<(), Box<Diagnostic>> {
    let mut lexer = lexer.clone();
    lexer.error = None;
    lexer.pos = place.0 as usize;
    lexer.jump = place.1;
    if lexer.mode == Mode::Template {
        // a tag has ended in the string
        lexer.mode = Mode::Expression;
    }
    lexer.prev = T::Eof;
    match lexer.next().kind {
        T::StringStart => skim_string(&mut lexer, pieces),
        T::Error => Err(take_error(&mut lexer)),
        _ => Ok(()),
    }
}

/// Skips the string whose first piece the lexer has read, and adds all its pieces.
// Long because the scanner keeps its state in variables that all arms change.
pub(super) fn skim_string(
    lexer: &mut Lexer<'_>,
    pieces: &mut Vec<Span>,
) -> Result<(), Box<Diagnostic>> {
    // open braces in each enclosing interpolation
    let mut open: Vec<u32> = Vec::new();
    let mut at = lexer.pos;
    // the last match of Puppet's scanner, shown after "Unclosed quote after"
    let mut matched = String::new();
    loop {
        let (end, stop) = strings::piece(lexer.text, at, Style::Double);
        pieces.push(Span::new(at, end));
        match stop {
            PieceEnd::Variable(end_of_name) => {
                matched = lexer.text[end + 1..end_of_name].to_string();
                at = end_of_name;
                continue;
            }
            PieceEnd::Unclosed(from) => {
                if from > at {
                    matched.clear();
                }
                return Err(unclosed(lexer, &matched, from));
            }
            PieceEnd::Expression => {
                lexer.pos = end + 2;
                lexer.prev = T::LBrace;
                matched = String::new();
                open.push(0);
            }
            PieceEnd::End => {
                matched = last_match(&lexer.text[at..end], '"');
                lexer.pos = end + 1;
                if open.is_empty() {
                    lexer.prev = T::DoubleQuoted;
                    return Ok(());
                }
                lexer.prev = T::Tag;
            }
        }
        at = loop {
            let before = lexer.pos;
            let first = lexer.text[..before].ends_with("${");
            let token = lexer.next();
            let blank = &lexer.text[before..(token.start as usize).max(before)];
            if !blank.is_empty() {
                // only the text after a token is not matched by a pattern
                let spaces = blank.len() - blank.trim_end_matches([' ', '\t', '\r']).len();
                let in_comment = blank
                    .rsplit('\n')
                    .next()
                    .is_some_and(|line| line.contains('#'));
                let spaces = match (first || spaces < blank.len()) && !in_comment {
                    true => spaces,
                    false => 0,
                };
                matched = blank[blank.len() - spaces..].to_string();
            }
            let text = |lexer: &Lexer<'_>| {
                lexer.text[token.start as usize..token.end as usize].to_string()
            };
            match token.kind {
                // the end of a template
                T::Error if token.start as usize == lexer.text.len() => {
                    lexer.error = None;
                    return Err(unclosed(lexer, &matched, token.start as usize));
                }
                T::Error => return Err(take_error(lexer)),
                T::Eof => return Err(unclosed(lexer, &matched, token.start as usize)),
                T::StringStart => break token.end as usize,
                T::LBrace => {
                    if let Some(depth) = open.last_mut() {
                        *depth += 1;
                    }
                }
                T::RBrace => match open.last_mut() {
                    Some(0) => {
                        open.pop();
                        break token.end as usize;
                    }
                    Some(depth) => *depth -= 1,
                    None => {}
                },
                T::SingleQuoted | T::DoubleQuoted => {
                    let text = text(lexer);
                    if token.kind == T::DoubleQuoted {
                        pieces.push(Span::new(token.start as usize + 1, token.end as usize - 1));
                    }
                    let quote = if token.kind == T::DoubleQuoted {
                        '"'
                    } else {
                        '\''
                    };
                    matched = last_match(&text[1..text.len() - 1], quote);
                }
                T::Other => matched.clear(),
                T::Heredoc => lexer.prev = T::Tag,
                T::Variable if token.end == token.start + 1 => matched.clear(),
                // the scanner looks for the end after an escaped slash once more
                T::Regexp if has_escaped_slash(&text(lexer)) => matched = "/".to_owned(),
                kind if is_scanned(kind) => matched = text(lexer),
                _ => {}
            }
        };
    }
}

/// Returns the text that Puppet's pattern for the end of a string matches: the last character that
/// is no backslash, and the quote.
fn last_match(text: &str, quote: char) -> String {
    let content = text.trim_end_matches('\\');
    let last = content.chars().next_back().map_or(0, char::len_utf8);
    format!("{}{quote}", &text[content.len() - last..])
}

/// Returns true if Puppet's lexer finds the token by a pattern.
fn is_scanned(kind: T) -> bool {
    let scanned = [
        T::Name,
        T::Word,
        T::TypeName,
        T::Variable,
        T::Number,
        T::Regexp,
    ];
    scanned.contains(&kind) || kind.is_keyword()
}

fn unclosed(lexer: &mut Lexer<'_>, matched: &str, at: usize) -> Box<Diagnostic> {
    let after = match matched {
        "'" => "\"'\"".to_string(),
        _ => format!("'{matched}'"),
    };
    strings::unclosed(lexer, &after, at);
    take_error(lexer)
}

/// Returns true if a regular expression has a slash after an odd number of backslashes.
fn has_escaped_slash(pattern: &str) -> bool {
    let mut is_escaped = false;
    pattern.chars().any(|c| {
        let is_slash = c == '/' && is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_slash
    })
}

fn take_error(lexer: &mut Lexer<'_>) -> Box<Diagnostic> {
    let unknown = || Diagnostic::error(Issue("SYNTAX_ERROR"), "Syntax error", Span::default());
    lexer.error.take().unwrap_or_else(|| Box::new(unknown()))
}
