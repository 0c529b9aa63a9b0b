//! Parses numbers, strings of all forms, regular expressions, and variables with a sigil.

use super::scan::{begins_name, is_in_name};
use super::tree::{Kind, Node, Part, Ref};
use super::{Heredoc, Parsed, Parser};

/// The meaning of a backslash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Escapes {
    /// As in double quotes. `#{..}` is code.
    Double,
    /// As in single quotes.
    Single,
    /// The backslash stays. `#{..}` is code.
    Regexp,
}

/// The form of a string: its end and its special characters.
#[derive(Clone, Copy)]
struct Form {
    /// The opening bracket, which can be nested; 0 for none.
    open: u8,
    /// The closing byte; `None` for a text that ends at the end of the code.
    close: Option<u8>,
    escapes: Escapes,
}

/// The pieces of a string while it is parsed.
#[derive(Default)]
struct Pieces<'a> {
    done: Vec<Piece<'a>>,
    /// The beginnings of lines: the index of the piece, the offset in it, and the spaces that
    /// follow.
    lines: Vec<(usize, usize, Vec<u8>)>,
    /// The smallest number of columns before the text of a line.
    least: Option<usize>,
}

enum Piece<'a> {
    Bytes(Vec<u8>),
    Code(Ref<'a>),
}

impl<'a> Pieces<'a> {
    /// Appends bytes to the last piece.
    fn extend(&mut self, more: &[u8]) {
        match self.done.last_mut() {
            Some(Piece::Bytes(bytes)) => bytes.extend_from_slice(more),
            _ => self.done.push(Piece::Bytes(more.to_vec())),
        }
    }

    /// Removes the common indentation.
    fn dedent(&mut self) {
        let least = self.least.unwrap_or(0);
        for (piece, at, spaces) in self.lines.iter().rev() {
            let Some(Piece::Bytes(bytes)) = self.done.get_mut(*piece) else {
                continue;
            };
            let (mut column, mut count) = (0, 0);
            for byte in spaces {
                let next = match byte {
                    b'\t' => (column / 8 + 1) * 8,
                    _ => column + 1,
                };
                if next > least {
                    break;
                }
                (column, count) = (next, count + 1);
            }
            let end = (at + count).min(bytes.len());
            bytes.drain((*at).min(end)..end);
        }
    }
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        other => other,
    }
}

impl<'a> Parser<'a> {
    /// Parses a number with its sign.
    pub(super) fn number(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        if matches!(self.byte(), b'-' | b'+') {
            self.at += 1;
        }
        let is_based = self.byte() == b'0'
            && matches!(
                self.peek(1),
                b'x' | b'X' | b'b' | b'B' | b'o' | b'O' | b'd' | b'D'
            );
        let mut is_float = false;
        if is_based {
            self.at += 2;
            while self.byte().is_ascii_hexdigit() || self.byte() == b'_' {
                self.at += 1;
            }
        } else {
            self.digits();
            if self.byte() == b'.' && self.peek(1).is_ascii_digit() {
                is_float = true;
                self.at += 1;
                self.digits();
            }
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if matches!(self.byte(), b'e' | b'E') && self.peek(1 + sign).is_ascii_digit() {
                is_float = true;
                self.at += 1 + sign;
                self.digits();
            }
        }
        let text = self.slice(begin, self.at);
        let is_other = matches!(self.byte(), b'r' | b'i') && !is_in_name(self.peek(1));
        let kind = if is_other {
            self.at += 1;
            Kind::OtherNumber(self.slice(begin, self.at))
        } else if is_float {
            Kind::Float(text)
        } else {
            Kind::Integer(text)
        };
        match begins_name(self.byte()) && !self.is_keyword_ahead() {
            true => Err(self.unexpected()),
            false => Ok(self.node(kind, begin)),
        }
    }

    fn is_keyword_ahead(&self) -> bool {
        super::scan::is_ending(self.name_ahead())
    }

    fn digits(&mut self) {
        while self.byte().is_ascii_digit() || (self.byte() == b'_' && self.peek(1).is_ascii_digit())
        {
            self.at += 1;
        }
    }

    /// Parses `@a` or `@@a`.
    pub(super) fn variable(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        let is_of_class = self.peek(1) == b'@';
        self.at += 1 + usize::from(is_of_class);
        if !begins_name(self.byte()) {
            return Err(self.unexpected());
        }
        while is_in_name(self.byte()) {
            self.at += 1;
        }
        let name = self.slice(begin, self.at);
        let kind = match is_of_class {
            true => Kind::ClassVariable(name),
            false => Kind::Instance(name),
        };
        Ok(self.node(kind, begin))
    }

    /// Parses `$a`, `$1` or `$&`.
    pub(super) fn global(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 1;
        let byte = self.byte();
        let kind = match byte {
            b'1'..=b'9' => {
                while self.byte().is_ascii_digit() {
                    self.at += 1;
                }
                let number = self.slice(begin + 1, self.at).parse();
                Kind::Group(number.unwrap_or(u32::MAX))
            }
            b'&' | b'`' | b'\'' | b'+' => {
                self.at += 1;
                Kind::Matched(byte)
            }
            b'-' => {
                self.at += 2;
                Kind::Global(self.slice(begin, self.at))
            }
            byte if begins_name(byte) => {
                while is_in_name(self.byte()) {
                    self.at += 1;
                }
                Kind::Global(self.slice(begin, self.at))
            }
            byte if byte.is_ascii_graphic() => {
                self.at += 1;
                Kind::Global(self.slice(begin, self.at))
            }
            _ => return Err(self.unexpected()),
        };
        Ok(self.node(kind, begin))
    }

    /// Parses strings in quotes. Adjacent ones are joined.
    pub(super) fn text_literal(&mut self) -> Parsed<Node<'a>> {
        let first = self.one_text()?;
        self.joined(first)
    }

    fn joined(&mut self, first: Node<'a>) -> Parsed<Node<'a>> {
        let mut all = first;
        loop {
            let before = self.at;
            self.spaces();
            let Kind::Text(parts) = all.kind else {
                self.at = before;
                return Ok(all);
            };
            if !matches!(self.byte(), b'"' | b'\'') {
                self.at = before;
                return Ok(all);
            }
            let next = self.one_text()?;
            let Kind::Text(more) = next.kind else {
                return Ok(all);
            };
            let both: Vec<Part<'a>> = parts.iter().chain(more).copied().collect();
            all.kind = Kind::Text(self.list(&both));
        }
    }

    /// Parses one string in quotes.
    pub(super) fn one_text(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        if let Some((node, after)) = self.text_read.take()
            && node.at as usize == begin
        {
            self.reset(after);
            return Ok(node);
        }
        let quote = self.byte();
        self.at += 1;
        let escapes = match quote {
            b'\'' => Escapes::Single,
            _ => Escapes::Double,
        };
        let parts = self.parts(Form {
            open: 0,
            close: Some(quote),
            escapes,
        })?;
        let kind = match quote {
            b'`' => Kind::Command(parts),
            _ => Kind::Text(parts),
        };
        Ok(self.node(kind, begin))
    }

    /// Parses `?a`.
    pub(super) fn character(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        match self.byte() {
            b'\\' => self.escape(&mut bytes)?,
            0 | b' ' | b'\n' | b'\t' => return Err(self.unexpected()),
            _ => {
                let text = self.slice(self.at, self.end);
                let length = text.chars().next().map_or(1, char::len_utf8);
                bytes.extend_from_slice(&text.as_bytes()[..length]);
                self.at += length;
            }
        }
        let parts = self.list(&[Part::Bytes(self.list(&bytes))]);
        Ok(self.node(Kind::Text(parts), begin))
    }

    /// Parses `/a/i`.
    pub(super) fn regexp_literal(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 1;
        self.regexp_rest(0, b'/', begin)
    }

    fn regexp_rest(&mut self, open: u8, close: u8, begin: usize) -> Parsed<Node<'a>> {
        let parts = self.parts(Form {
            open,
            close: Some(close),
            escapes: Escapes::Regexp,
        })?;
        let from = self.at;
        while matches!(
            self.byte(),
            b'i' | b'm' | b'x' | b'o' | b'u' | b'e' | b's' | b'n'
        ) {
            self.at += 1;
        }
        let options = self.slice(from, self.at);
        Ok(self.node(Kind::Regexp(parts, options), begin))
    }

    /// Parses `%w[a b]` and similar literals.
    pub(super) fn percent_literal(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        let kind = self.peek(1);
        let has_kind = kind.is_ascii_alphabetic();
        self.at += 1 + usize::from(has_kind);
        let open = self.byte();
        if open.is_ascii_alphanumeric() || open == 0 || open >= 0x80 {
            return Err(self.unexpected());
        }
        self.at += 1;
        let close = closing(open);
        let nests = if open == close { 0 } else { open };
        let form = |escapes| Form {
            open: nests,
            close: Some(close),
            escapes,
        };
        let kind = match (has_kind, kind) {
            (false, _) | (true, b'Q') => Kind::Text(self.parts(form(Escapes::Double))?),
            (true, b'q') => Kind::Text(self.parts(form(Escapes::Single))?),
            (true, b's') => Kind::Symbol(self.parts(form(Escapes::Single))?),
            (true, b'x') => Kind::Command(self.parts(form(Escapes::Double))?),
            (true, b'r') => return self.regexp_rest(nests, close, begin),
            (true, b'w' | b'W' | b'i' | b'I') => return self.words(kind, nests, close, begin),
            _ => return Err(self.unexpected()),
        };
        Ok(self.node(kind, begin))
    }

    /// Parses words that are separated by spaces.
    fn words(&mut self, kind: u8, open: u8, close: u8, begin: usize) -> Parsed<Node<'a>> {
        let mut words = Vec::new();
        let mut pieces: Option<Pieces<'a>> = None;
        let mut depth = 0;
        loop {
            let byte = self.byte();
            if self.is_at_end() {
                return self.error("unterminated list meets end of file");
            }
            let is_space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
            if is_space || (byte == close && depth == 0) {
                if let Some(done) = pieces.take() {
                    let parts = self.finished(done);
                    let kind = match kind {
                        b'w' | b'W' => Kind::Text(parts),
                        _ => Kind::Symbol(parts),
                    };
                    words.push(self.node(kind, self.at));
                }
                match byte {
                    b'\n' => self.newline(),
                    _ => self.at += 1,
                }
                if !is_space {
                    return Ok(self.node(Kind::Array(self.list(&words)), begin));
                }
                continue;
            }
            depth += i32::from(open != 0 && byte == open);
            depth -= i32::from(open != 0 && byte == close);
            let word = pieces.get_or_insert_default();
            let next = self.peek(1);
            let is_upper = kind.is_ascii_uppercase();
            if byte == b'\\' && (next.is_ascii_whitespace() || next == close || next == open) {
                word.extend(&[next]);
                self.at += 2;
            } else if byte == b'\\' && is_upper {
                let mut bytes = Vec::new();
                self.escape(&mut bytes)?;
                word.extend(&bytes);
            } else if byte == b'\\' && next == b'\\' {
                word.extend(b"\\");
                self.at += 2;
            } else if is_upper && byte == b'#' && next == b'{' {
                let code = self.interpolated()?;
                word.done.push(Piece::Code(code));
            } else {
                word.extend(&[byte]);
                self.at += 1;
            }
        }
    }

    /// Parses `<<~TEXT`, whose text begins after the current line.
    pub(super) fn heredoc_literal(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 2;
        let squiggly = self.takes("~");
        let indented = squiggly || self.takes("-");
        let quote = match self.byte() {
            quote @ (b'"' | b'\'' | b'`') => quote,
            byte if begins_name(byte) => 0,
            _ => return Err(self.unexpected()),
        };
        let from = self.at + usize::from(quote != 0);
        let mut to = from;
        let is_inside = |byte: u8| match quote {
            0 => is_in_name(byte),
            quote => byte != quote && byte != b'\n',
        };
        while to < self.end && is_inside(self.bytes[to]) {
            to += 1;
        }
        let name = self.slice(from, to);
        self.at = to + usize::from(quote != 0);
        let escapes = match quote {
            b'\'' => None,
            _ => Some(Escapes::Double),
        };
        let parts = self.heredoc_body(name, indented, squiggly, escapes)?;
        let kind = match quote {
            b'`' => Kind::Command(parts),
            _ => Kind::Text(parts),
        };
        Ok(self.node(kind, begin))
    }

    fn heredoc_body(
        &mut self,
        name: &str,
        indented: bool,
        squiggly: bool,
        escapes: Option<Escapes>,
    ) -> Parsed<&'a [Part<'a>]> {
        let after = self.at;
        let line_end = match self.heredoc {
            Some(heredoc) => heredoc.line_end,
            None => self
                .slice(after, self.end)
                .find('\n')
                .map_or(self.end, |at| after + at),
        };
        let first = match self.heredoc {
            Some(heredoc) => heredoc.resume,
            None => (line_end + 1).min(self.end),
        };
        let mut at = first;
        let (body_end, resume) = loop {
            let rest = self.slice(at, self.end);
            if rest.is_empty() {
                return self.error(format!("can't find string \"{name}\" anywhere before EOF"));
            }
            let length = rest.find('\n').map_or(rest.len(), |length| length + 1);
            let line = rest
                .get(..length)
                .unwrap_or_default()
                .trim_end_matches(['\n', '\r']);
            let shown = if indented { line.trim_start() } else { line };
            if shown == name {
                break (at, at + length);
            }
            at += length;
        };
        let outer_end = std::mem::replace(&mut self.end, body_end);
        let outer = self.heredoc.take();
        self.at = first;
        let read = match escapes {
            Some(escapes) => self.pieces(
                Form {
                    open: 0,
                    close: None,
                    escapes,
                },
                squiggly,
            ),
            None => Ok(self.raw_pieces(squiggly)),
        };
        self.end = outer_end;
        self.at = after;
        self.heredoc = outer;
        let mut pieces = read?;
        if squiggly {
            pieces.dedent();
        }
        self.heredoc = Some(Heredoc { line_end, resume });
        Ok(self.finished(pieces))
    }

    /// Parses the lines of a text without escapes.
    fn raw_pieces(&mut self, squiggly: bool) -> Pieces<'a> {
        let mut pieces = Pieces::default();
        let mut is_first = true;
        while !self.is_at_end() {
            if squiggly && (is_first || self.last() == b'\n') {
                self.note_line(&mut pieces);
            }
            is_first = false;
            let byte = self.byte();
            if !(byte == b'\r' && self.peek(1) == b'\n') {
                pieces.extend(&[byte]);
            }
            self.at += 1;
        }
        pieces
    }

    /// Records the beginning of a line, whose indentation may be removed later.
    fn note_line(&mut self, pieces: &mut Pieces<'a>) {
        let mut spaces = Vec::new();
        let mut column = 0;
        while matches!(self.peek(spaces.len()), b' ' | b'\t') {
            let byte = self.peek(spaces.len());
            column = match byte {
                b'\t' => (column / 8 + 1) * 8,
                _ => column + 1,
            };
            spaces.push(byte);
        }
        let is_blank = matches!(self.peek(spaces.len()), b'\n' | 0)
            || (self.peek(spaces.len()) == b'\r' && self.peek(spaces.len() + 1) == b'\n');
        if !is_blank {
            pieces.least = Some(pieces.least.map_or(column, |least| least.min(column)));
        }
        pieces.extend(&[]);
        let at = match pieces.done.last() {
            Some(Piece::Bytes(bytes)) => bytes.len(),
            _ => 0,
        };
        pieces.lines.push((pieces.done.len() - 1, at, spaces));
    }

    fn parts(&mut self, form: Form) -> Parsed<&'a [Part<'a>]> {
        let pieces = self.enclosed(|parser| parser.pieces(form, false))?;
        Ok(self.finished(pieces))
    }

    fn finished(&self, pieces: Pieces<'a>) -> &'a [Part<'a>] {
        let parts = pieces.done.into_iter().filter_map(|piece| match piece {
            Piece::Bytes(bytes) if bytes.is_empty() => None,
            Piece::Bytes(bytes) => Some(Part::Bytes(self.list(&bytes))),
            Piece::Code(code) => Some(Part::Code(code)),
        });
        let parts: Vec<Part<'a>> = parts.collect();
        self.list(&parts)
    }

    /// Parses the content of a string up to its end.
    fn pieces(&mut self, form: Form, squiggly: bool) -> Parsed<Pieces<'a>> {
        let mut pieces = Pieces::default();
        let mut depth = 0;
        let mut is_line_start = squiggly;
        loop {
            if self.is_at_end() {
                return match form.close {
                    None => Ok(pieces),
                    Some(_) => self.error("unterminated string meets end of file"),
                };
            }
            if std::mem::take(&mut is_line_start) {
                self.note_line(&mut pieces);
            }
            let byte = self.byte();
            if form.close == Some(byte) && depth == 0 {
                self.at += 1;
                return Ok(pieces);
            }
            depth += i32::from(form.open != 0 && byte == form.open);
            depth -= i32::from(form.open != 0 && form.close == Some(byte));
            let next = self.peek(1);
            let interpolates = form.escapes != Escapes::Single;
            if byte == b'\\' {
                self.backslash(form, &mut pieces)?;
            } else if byte == b'#' && next == b'{' && interpolates {
                let code = self.interpolated()?;
                pieces.done.push(Piece::Code(code));
            } else if byte == b'#' && interpolates && self.is_variable_ahead() {
                self.at += 1;
                let node = match next {
                    b'@' => self.variable()?,
                    _ => self.global()?,
                };
                pieces.done.push(Piece::Code(self.keep(node)));
            } else if byte == b'\n' {
                pieces.extend(&[byte]);
                self.newline_in_text();
                is_line_start = squiggly;
            } else {
                if !(byte == b'\r' && next == b'\n') {
                    pieces.extend(&[byte]);
                }
                self.at += 1;
            }
        }
    }

    /// Passes the end of a line inside a string. Skips the text of a heredoc that begins after it.
    fn newline_in_text(&mut self) {
        match self.heredoc {
            Some(Heredoc { line_end, resume }) if line_end == self.at => {
                self.at = resume;
                self.heredoc = None;
            }
            _ => self.at += 1,
        }
    }

    /// Returns true if `#@a` or `#$a` is next.
    fn is_variable_ahead(&self) -> bool {
        match (self.peek(1), self.peek(2)) {
            (b'@', b'@') => begins_name(self.peek(3)),
            (b'@', byte) => begins_name(byte),
            (b'$', byte) => {
                begins_name(byte) || byte.is_ascii_digit() || b"&`'+~!@/\\;,.<>*$?:".contains(&byte)
            }
            _ => false,
        }
    }

    /// Parses `#{code}`.
    fn interpolated(&mut self) -> Parsed<Ref<'a>> {
        self.at += 2;
        let code = self.nested(|parser| parser.enclosed(|parser| parser.statements(&[])))?;
        self.expects("}")?;
        Ok(code)
    }

    fn backslash(&mut self, form: Form, pieces: &mut Pieces<'a>) -> Parsed<()> {
        let next = self.peek(1);
        let is_delimiter = form.close == Some(next) || (form.open != 0 && form.open == next);
        match form.escapes {
            Escapes::Single if next == b'\\' || is_delimiter => {
                pieces.extend(&[next]);
                self.at += 2;
            }
            Escapes::Single => {
                pieces.extend(b"\\");
                self.at += 1;
            }
            Escapes::Regexp if next == b'\n' => {
                self.at += 1;
                self.newline_in_text();
            }
            Escapes::Regexp => {
                // a delimiter without a special meaning needs no backslash
                let is_plain = is_delimiter && !b"$*+.?^|)]}>({[<".contains(&next);
                if !is_plain {
                    pieces.extend(b"\\");
                }
                let text = self.slice(self.at + 1, self.end);
                let length = text.chars().next().map_or(0, char::len_utf8);
                pieces.extend(&text.as_bytes()[..length]);
                self.at += 1 + length;
            }
            Escapes::Double if next == b'\n' => {
                self.at += 1;
                self.newline_in_text();
            }
            Escapes::Double => {
                let mut bytes = Vec::new();
                self.escape(&mut bytes)?;
                pieces.extend(&bytes);
            }
        }
        Ok(())
    }

    /// Parses an escape as in double quotes.
    fn escape(&mut self, out: &mut Vec<u8>) -> Parsed<()> {
        let text = self.slice(self.at + 1, self.end);
        let Some(letter) = text.chars().next() else {
            return self.error("unterminated string meets end of file");
        };
        self.at += 1 + letter.len_utf8();
        match letter {
            'n' => out.push(b'\n'),
            't' => out.push(b'\t'),
            's' => out.push(b' '),
            'r' => out.push(b'\r'),
            'a' => out.push(7),
            'b' => out.push(8),
            'e' => out.push(27),
            'f' => out.push(12),
            'v' => out.push(11),
            '0'..='7' => {
                self.at -= 1;
                out.push(self.code_of(8, 3) as u8);
            }
            'x' => out.push(self.code_of(16, 2) as u8),
            'u' => return self.unicode(out),
            'c' | 'C' | 'M' => return self.control(letter, out),
            other => out.extend(other.encode_utf8(&mut [0; 4]).bytes()),
        }
        Ok(())
    }

    /// Parses the digits of a character code, at most `most` of them.
    fn code_of(&mut self, base: u32, most: usize) -> u32 {
        let mut code = 0;
        for _ in 0..most {
            let Some(digit) = char::from(self.byte()).to_digit(base) else {
                break;
            };
            code = code * base + digit;
            self.at += 1;
        }
        code
    }

    /// Parses `\u00e9` or `\u{1F600 61}`.
    fn unicode(&mut self, out: &mut Vec<u8>) -> Parsed<()> {
        let mut add = |code: u32| {
            let found = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            out.extend(found.encode_utf8(&mut [0; 4]).bytes());
        };
        if !self.takes("{") {
            let before = self.at;
            add(self.code_of(16, 4));
            return match self.at - before {
                4 => Ok(()),
                _ => self.error("invalid Unicode escape"),
            };
        }
        loop {
            while matches!(self.byte(), b' ' | b'\t') {
                self.at += 1;
            }
            if self.takes("}") {
                return Ok(());
            }
            let before = self.at;
            add(self.code_of(16, 6));
            if self.at == before {
                return self.error("invalid Unicode escape");
            }
        }
    }

    /// Parses `\cA`, `\C-a` or `\M-a`.
    fn control(&mut self, letter: char, out: &mut Vec<u8>) -> Parsed<()> {
        if letter != 'c' {
            self.expects("-")?;
        }
        let mut inner = Vec::new();
        match self.byte() {
            b'\\' => self.escape(&mut inner)?,
            byte => {
                inner.push(byte);
                self.at += 1;
            }
        }
        let byte = inner.first().copied().unwrap_or(0);
        out.push(match letter {
            'M' => byte | 0x80,
            _ if byte == b'?' => 0x7f,
            _ => byte & 0x9f,
        });
        Ok(())
    }
}
