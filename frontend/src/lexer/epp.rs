//! Splits templates into text, tags, and the code between them.

use std::borrow::Cow;

use super::code::find;
use super::{Lexer, Mode, T, Token};

impl<'s> Lexer<'s> {
    /// Reads the `%>` or `-%>` at the lexer's position. It is a token only after a `<%=`.
    pub(super) fn tag_end(&mut self, length: usize) -> Token {
        let start = self.pos;
        let trim = length == 3;
        let mode = self.mode;
        self.pos += length;
        self.mode = Mode::Template;
        self.trim_next = trim;
        let kind = match (mode, trim) {
            (Mode::Expression, false) => T::TagEnd,
            (Mode::Expression, true) => T::TagEndTrim,
            _ => T::Tag,
        };
        Token::new(kind, start, self.pos)
    }

    /// Reads the text up to the next tag, if there is any.
    pub(super) fn template_token(&mut self) -> Token {
        let start = self.pos;
        let nothing_left = start >= self.text.len();
        let mut text = Cow::Borrowed("");
        if std::mem::take(&mut self.trim_next) {
            self.skip_line_end();
        }
        let tag = self.template_text(&mut text);
        match tag {
            // Puppet drops the text before a comment that ends the template
            Tag::Nothing => return Token::new(T::Eof, self.pos, self.pos),
            Tag::End if nothing_left => return Token::new(T::Eof, start, start),
            Tag::End => {}
            Tag::Statements => self.mode = Mode::Statements,
            Tag::Expression => self.mode = Mode::Expression,
            Tag::Error => return Token::new(T::Error, start, start),
        }
        let end = self.pos;
        if tag == Tag::End || !text.is_empty() {
            self.rendered = text;
            // the tag itself comes next
            if tag == Tag::Expression {
                self.pending_expression = Some(start);
            }
            return Token::new(T::RenderString, start, end);
        }
        match tag {
            Tag::Expression => Token::new(T::RenderExpression, start, end),
            _ => Token::new(T::Tag, start, end),
        }
    }

    /// Skips the blanks and the line end that `-%>` removes.
    fn skip_line_end(&mut self) {
        let bytes = self.bytes();
        while matches!(bytes.get(self.pos), Some(b' ' | b'\t')) {
            self.pos += 1;
        }
        if bytes.get(self.pos) == Some(&b'\r') {
            self.pos += 1;
        }
        if bytes.get(self.pos) == Some(&b'\n') {
            self.pos += 1;
        }
    }

    /// Appends text up to the next tag that is not a comment, and moves to after that tag.
    fn template_text(&mut self, out: &mut Cow<'s, str>) -> Tag {
        let text = self.text;
        let bytes = self.bytes();
        let mut from = self.pos;
        let mut at = self.pos;
        loop {
            let rest = bytes.get(at..).unwrap_or(&[]);
            let Some(found) = rest.iter().position(|b| matches!(b, b'<' | b'%')) else {
                append(out, &text[from..]);
                self.pos = text.len();
                if out.ends_with("<%") {
                    return self.unbalanced_tag();
                }
                return Tag::End;
            };
            at += found;
            let third = bytes.get(at + 2).copied();
            match &bytes[at..bytes.len().min(at + 2)] {
                b"%%" if third == Some(b'>') => {
                    append(out, &text[from..at]);
                    from = at + 1;
                    at += 3;
                }
                b"<%" if third == Some(b'%') => {
                    append(out, &text[from..at + 2]);
                    from = at + 3;
                    at += 3;
                    if at == bytes.len() {
                        self.pos = at;
                        return Tag::Nothing;
                    }
                }
                b"<%" if third == Some(b'#') => {
                    append(out, &text[from..at]);
                    if bytes.get(at + 3) == Some(&b'-') {
                        trim_blanks(out);
                    }
                    match comment_end(bytes, at + 3) {
                        Some(end) => self.pos = end,
                        None => {
                            let message =
                                "Reaching end after opening <%# without seeing %>".to_string();
                            self.fail("EPP_UNBALANCED_COMMENT", message, at + 2);
                            return Tag::Error;
                        }
                    }
                    if self.pos == bytes.len() {
                        return Tag::Nothing;
                    }
                    if bytes[self.pos - 3] == b'-' {
                        self.skip_line_end();
                    }
                    from = self.pos;
                    at = self.pos;
                }
                b"<%" => {
                    append(out, &text[from..at]);
                    return self.open_tag(at, third, out);
                }
                _ => at += 1,
            }
        }
    }

    fn open_tag(&mut self, at: usize, third: Option<u8>, out: &mut Cow<'s, str>) -> Tag {
        match third {
            Some(b'=') => {
                self.pos = at + 3;
                Tag::Expression
            }
            Some(b'-') => {
                trim_blanks(out);
                self.pos = at + 3;
                Tag::Statements
            }
            Some(_) => {
                self.pos = at + 2;
                Tag::Statements
            }
            None => self.unbalanced_tag(),
        }
    }

    #[cold]
    fn unbalanced_tag(&mut self) -> Tag {
        let message = "Unbalanced embedded expression - opening <% and reaching end of input";
        self.fail("EPP_UNBALANCED_TAG", message, self.text.len());
        Tag::Error
    }
}

/// The tag or fault that ends a piece of template text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    End,
    Nothing,
    Statements,
    Expression,
    Error,
}

fn append<'s>(out: &mut Cow<'s, str>, text: &'s str) {
    if out.is_empty() {
        *out = Cow::Borrowed(text);
    } else if !text.is_empty() {
        out.to_mut().push_str(text);
    }
}

/// Takes the blanks off the end.
fn trim_blanks(out: &mut Cow<'_, str>) {
    let length = out.trim_end_matches([' ', '\t']).len();
    match out {
        Cow::Borrowed(text) => *out = Cow::Borrowed(&text[..length]),
        Cow::Owned(text) => text.truncate(length),
    }
}

/// Returns the offset after the `%>` that ends a comment. A `%%>` does not end it.
fn comment_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += find(bytes.get(at..)?, b"%>")? + 2;
        if bytes[at - 3] != b'%' {
            return Some(at);
        }
    }
}
