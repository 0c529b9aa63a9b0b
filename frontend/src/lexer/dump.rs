//! Lists all tokens of a text, for people. The parser does not use this: it requests tokens one by
//! one, and reads strings and heredocs itself.

use super::strings::{PieceEnd, Style, piece, unclosed};
use super::{Lexer, T, Token};
use crate::issue::Diagnostic;
use crate::source::{Source, Span};
use rubycore::alarm;

/// The depth of nested interpolations from which on they are listed as text.
const DEPTH_MAX: u32 = 200;

/// A token with the name of its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The kind, `Name` or `FatArrow`; a single thing in a string is `Text`.
    pub kind: String,
    /// Its place.
    pub span: Span,
}

/// The kind of text to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// True if the text is a template instead of a manifest.
    pub epp: bool,
    /// The setting `tasks`: whether `plan` and `apply` are keywords.
    pub tasks: bool,
}

/// Returns the tokens up to the end or the first error, and that error.
pub fn tokens(source: &Source, options: Options) -> (Vec<Listed>, Option<Diagnostic>) {
    let mut lexer = match options.epp {
        true => Lexer::new_epp(&source.text, options.tasks),
        false => Lexer::new(&source.text, options.tasks),
    };
    let mut list = Vec::new();
    walk(&mut lexer, &mut list, 0);
    (list, lexer.error.take().map(|error| *error))
}

/// Lists tokens up to the end, an error, or the `}` that closes the interpolation around.
fn walk(lexer: &mut Lexer<'_>, list: &mut Vec<Listed>, depth: u32) {
    let mut braces = 0;
    loop {
        let token = lexer.next();
        match token.kind {
            T::Eof | T::Error => return,
            T::LBrace => braces += 1,
            T::RBrace if braces == 0 && depth > 0 => {
                push(list, "InterpolationEnd", token.start, token.end);
                return;
            }
            T::RBrace => braces -= 1,
            _ => {}
        }
        push(list, &format!("{:?}", token.kind), token.start, token.end);
        match token.kind {
            T::StringStart => quoted(lexer, list, token, depth),
            T::Heredoc => heredoc(lexer, list, depth),
            _ => {}
        }
    }
}

fn push(list: &mut Vec<Listed>, kind: &str, start: u32, end: u32) {
    alarm::step();
    if start < end {
        list.push(Listed {
            kind: kind.to_owned(),
            span: Span { start, end },
        });
    }
}

/// Lists the rest of a string after its opening quote.
fn quoted(lexer: &mut Lexer<'_>, list: &mut Vec<Listed>, start: Token, depth: u32) {
    // the token is the quote only: the text comes in pieces
    if let Some(last) = list.last_mut() {
        last.span.end = start.start + 1;
    }
    let end = pieces(lexer, list, start.start as usize + 1, Style::Double, depth);
    if lexer.error.is_none() && end < lexer.text.len() {
        push(list, "StringEnd", end as u32, end as u32 + 1);
        lexer.pos = end + 1;
        lexer.prev = T::StringStart;
    }
}

/// Lists the text of a heredoc, which follows on later lines.
fn heredoc(lexer: &mut Lexer<'_>, list: &mut Vec<Listed>, depth: u32) {
    let heredoc = lexer.heredoc;
    let (start, end) = (heredoc.text.start as usize, heredoc.text.end as usize);
    if !heredoc.interpolated {
        push(list, "Text", heredoc.text.start, heredoc.text.end);
        return;
    }
    let mut inner = Lexer::new("", lexer.tasks);
    inner.text = &lexer.text[..end];
    pieces(
        &mut inner,
        list,
        start,
        Style::Heredoc(heredoc.escapes),
        depth,
    );
}

/// Lists text and interpolations from an offset on. Returns the offset of the closing quote or end.
fn pieces(
    lexer: &mut Lexer<'_>,
    list: &mut Vec<Listed>,
    start: usize,
    style: Style,
    depth: u32,
) -> usize {
    let mut at = start;
    loop {
        let (end, stop) = piece(lexer.text, at, style);
        push(list, "Text", at as u32, end as u32);
        match stop {
            PieceEnd::Variable(name_end) => {
                push(list, "Variable", end as u32, name_end as u32);
                at = name_end;
            }
            PieceEnd::Expression if depth < DEPTH_MAX => {
                push(list, "InterpolationStart", end as u32, end as u32 + 2);
                lexer.pos = end + 2;
                lexer.prev = T::LBrace;
                walk(lexer, list, depth + 1);
                if lexer.error.is_some() || lexer.pos >= lexer.text.len() {
                    return lexer.text.len();
                }
                at = lexer.pos;
            }
            PieceEnd::Expression => at = end + 2,
            PieceEnd::Unclosed(from) => {
                unclosed(lexer, "''", from);
                return end;
            }
            PieceEnd::End => return end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = r#"
$a = "x${b}y${c['d']}z$e é${"in${f}"}" + 'q\'é' # é
notice(@("E"/tn$), @(F), @("G":json/))
  a ${x} b ${y["é"]} \t
  |- E
f
F
  | é
  { "k": ${[1, {a => "z${g}"}]} }
  |- G
if $x =~ /a\/é/ { file { "/t${1}": * => {} } }
"#;
    const TEMPLATE: &str = "<%- | $a = \"x${b}\" | -%>\né <%= \"${a}é\" -%>\n<%# é %> <%% x %%> <% if $a { -%>\n@(E) <% } %>\n";

    /// Checks that tokens stay within the text, for texts that are cut anywhere and lack some
    /// bytes.
    #[test]
    fn tokens_of_broken_text_are_within_it() {
        for (text, epp) in [
            (CODE, false),
            (TEMPLATE, true),
            (CODE, true),
            (TEMPLATE, false),
        ] {
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            for &cut in &starts {
                for gone in [cut, cut + 1, cut + 2, cut + 7, text.len()] {
                    let Some(rest) = text.get(gone..) else {
                        continue;
                    };
                    let broken = text[..cut].to_owned() + rest;
                    let source = Source::new(None, broken);
                    let options = Options { epp, tasks: false };
                    let (list, _) = tokens(&source, options);
                    for token in list {
                        let range = token.span.start as usize..token.span.end as usize;
                        let is_within = source.text.get(range).is_some();
                        assert!(is_within, "{token:?} in {:?}", source.text);
                    }
                }
            }
        }
    }
}
