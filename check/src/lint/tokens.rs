//! Reads the tokens of a manifest with the blanks and comments between them.

use frontend::{Source, Span, tokens};

/// The kind of a token, as far as checks distinguish it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Blanks at the beginning of a line.
    Indent,
    /// Other blanks.
    Space,
    /// The end of a line.
    Newline,
    /// `# ...`
    Comment,
    /// `/* ... */`
    StarComment,
    /// `'...'`
    SingleQuoted,
    /// `"..."` without interpolation.
    DoubleQuoted,
    /// The opening quote of a string with interpolation.
    StringStart,
    /// The closing quote of a string with interpolation.
    StringEnd,
    /// Literal text in a string or heredoc.
    Text,
    /// `${` in a string.
    InterpolationStart,
    /// `}` in a string.
    InterpolationEnd,
    /// `$name`
    Variable,
    /// A name or bare word.
    Name,
    /// A number.
    Number,
    /// `=>`
    FatArrow,
    /// `+>`
    PlusArrow,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `:`
    Colon,
    /// `->`, `~>`
    RightArrow,
    /// `<-`, `<~`
    LeftArrow,
    /// `@(...)`
    Heredoc,
    /// The last line of a heredoc, and text that the lexer skips.
    Other,
    /// Any other code.
    Code,
}

impl Kind {
    fn of(name: &str) -> Kind {
        match name {
            "SingleQuoted" => Kind::SingleQuoted,
            "DoubleQuoted" => Kind::DoubleQuoted,
            "StringStart" => Kind::StringStart,
            "StringEnd" => Kind::StringEnd,
            "Text" => Kind::Text,
            "InterpolationStart" => Kind::InterpolationStart,
            "InterpolationEnd" => Kind::InterpolationEnd,
            "Variable" => Kind::Variable,
            "Name" | "Word" => Kind::Name,
            "Number" => Kind::Number,
            "FatArrow" => Kind::FatArrow,
            "PlusArrow" => Kind::PlusArrow,
            "LBrace" => Kind::LBrace,
            "RBrace" => Kind::RBrace,
            "Colon" => Kind::Colon,
            "Before" | "Notify" => Kind::RightArrow,
            "Require" | "Subscribe" => Kind::LeftArrow,
            "Heredoc" => Kind::Heredoc,
            _ => Kind::Code,
        }
    }

    /// Returns true if the token is neither blank nor comment.
    pub fn is_code(self) -> bool {
        !matches!(
            self,
            Kind::Indent | Kind::Space | Kind::Newline | Kind::Comment | Kind::StarComment
        )
    }
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// The kind.
    pub kind: Kind,
    /// The place.
    pub span: Span,
}

/// All tokens of a text in order.
pub struct Tokens<'s> {
    text: &'s str,
    /// The tokens.
    pub list: Vec<Token>,
}

impl<'s> Tokens<'s> {
    /// Reads the tokens of a source.
    pub fn of(source: &'s Source) -> Tokens<'s> {
        let (mut listed, _) = tokens::tokens(source, tokens::Options::default());
        // the text of a heredoc is listed before the rest of the line that announces it
        listed.sort_by_key(|token| token.span.start);
        let mut tokens = Tokens {
            text: &source.text,
            list: Vec::with_capacity(listed.len() * 2),
        };
        let mut at = 0;
        for token in listed {
            tokens.add_gap(at, token.span.start);
            tokens.list.push(Token {
                kind: Kind::of(&token.kind),
                span: token.span,
            });
            at = at.max(token.span.end);
        }
        tokens.add_gap(at, source.text.len() as u32);
        tokens
    }

    /// Returns the text of a token.
    pub fn text(&self, token: Token) -> &'s str {
        &self.text[token.span.start as usize..token.span.end as usize]
    }

    /// Returns the index of the nearest code token before an index.
    pub fn code_before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|&i| self.list[i].kind.is_code())
    }

    /// Returns the index of the nearest code token after an index.
    pub fn code_after(&self, at: usize) -> Option<usize> {
        (at + 1..self.list.len()).find(|&i| self.list[i].kind.is_code())
    }

    /// Splits the text between two tokens into blanks, line ends and comments.
    fn add_gap(&mut self, start: u32, end: u32) {
        let (mut at, end) = (start as usize, end as usize);
        while at < end {
            let rest = &self.text[at..end];
            let is_first = at == 0 || self.text.as_bytes()[at - 1] == b'\n';
            let (kind, len) = match rest.as_bytes()[0] {
                b'\n' => (Kind::Newline, 1),
                b'\r' if rest.starts_with("\r\n") => (Kind::Newline, 2),
                b' ' | b'\t' | b'\r' => {
                    let len = rest
                        .bytes()
                        .take_while(|b| matches!(b, b' ' | b'\t' | b'\r'));
                    let kind = if is_first { Kind::Indent } else { Kind::Space };
                    (kind, len.count())
                }
                b'#' => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
                b'/' if rest.starts_with("/*") => {
                    let len = rest.find("*/").map_or(rest.len(), |at| at + 2);
                    (Kind::StarComment, len)
                }
                _ => (Kind::Other, rest.find('\n').unwrap_or(rest.len())),
            };
            let span = Span::new(at, at + len);
            self.list.push(Token { kind, span });
            at += len;
        }
    }
}
