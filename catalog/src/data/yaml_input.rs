//! Adapts YAML text to the scanner, and corrects the positions in the scanner's errors.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use libyaml_safer::{Error, ErrorKind, Event, Parser};

/// An error in a document.
pub(super) enum Problem {
    /// An error that names the file.
    Located(String),
    /// An error that does not.
    Bare(String),
    /// The document is nested too deeply.
    Stack,
}

/// A text with the changes that the scanner needs: a line break at the end of a block scalar, and a
/// blank between a tag and a comma.
pub(super) struct Input<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// The positions of the added blanks, by line and column in the changed text.
    blanks: Vec<(u64, u64)>,
    /// If the last line had no line break, whether it was blank.
    broken_off: Option<bool>,
}

impl<'a> Input<'a> {
    pub(super) fn new(text: &'a [u8]) -> Input<'a> {
        let commas = commas_after_tags(text);
        let mut bytes = Cow::Borrowed(text);
        for at in commas.iter().rev() {
            bytes.to_mut().insert(*at, b' ');
        }
        let mut blanks = Vec::with_capacity(commas.len());
        let (mut line, mut column, mut known) = (0, 0, 0);
        for at in commas {
            for c in String::from_utf8_lossy(&text[known..at]).chars() {
                (line, column) = match c {
                    '\n' => (line + 1, 0),
                    _ => (line, column + 1),
                };
            }
            blanks.push((line, column));
            (column, known) = (column + 1, at);
        }
        let last = bytes
            .rsplit(|byte| matches!(byte, b'\n' | b'\r'))
            .next()
            .unwrap_or_default();
        let blank = last.iter().all(|byte| *byte == b' ');
        let broken_off = (!last.is_empty()).then_some(blank);
        if broken_off.is_some() {
            bytes.to_mut().push(b'\n');
        }
        Input {
            bytes,
            blanks,
            broken_off,
        }
    }

    /// Converts an error of the scanner or the parser.
    pub(super) fn problem(&self, error: &Error) -> Problem {
        // libyaml's context mark is the start of the text if there is no context
        let mark = match error.kind() {
            ErrorKind::Scanner => error.context_mark().or(error.problem_mark()),
            _ => error.context_mark(),
        }
        .unwrap_or_default();
        let added = self.blanks.iter();
        let added = added.filter(|(line, column)| *line == mark.line && *column < mark.column);
        let mut text = error.problem().to_owned();
        if let Some(context) = error.context() {
            text = format!("{text} {context}");
        }
        Problem::Located(format!(
            "{text} at line {} column {}",
            mark.line + 1,
            mark.column + 1 - added.count() as u64
        ))
    }

    /// Removes the added line break from a block scalar that ends at `end`.
    pub(super) fn trim(&self, mut value: String, end: u64) -> String {
        let Some(blank) = self.broken_off.filter(|_| end >= self.bytes.len() as u64) else {
            return value;
        };
        let Some(rest) = value.strip_suffix('\n') else {
            return value;
        };
        // a blank line is content if it is indented further than the other lines
        let line = rest.rsplit('\n').next().unwrap_or_default();
        if !blank || line.bytes().all(|byte| byte == b' ') {
            value.pop();
        }
        value
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns the start and the indentation of the next line that is not empty; `None` at the end of
/// the text or the document.
fn next_line(text: &[u8], mut at: usize) -> Option<(usize, isize)> {
    loop {
        let rest = text.get(at..)?;
        let begin = rest.iter().position(|byte| !is_blank(*byte))?;
        match rest[..begin].iter().rposition(|byte| *byte == b'\n') {
            Some(line) => at += line + 1,
            None if rest.starts_with(b"---") || rest.starts_with(b"...") => return None,
            None => {
                let spaces = rest.iter().take_while(|byte| **byte == b' ');
                return Some((at, spaces.count() as isize));
            }
        }
    }
}

/// The current line of a block.
#[derive(Default)]
struct Line {
    begin: usize,
    /// The position up to which the start of the line has been scanned.
    known: usize,
    /// The position after the leading blanks and dashes.
    content: usize,
    /// The position of the last of these dashes.
    dash: Option<usize>,
}

impl Line {
    /// Returns the column beyond which further lines of a text at `at` must be indented: that of
    /// the key or dash before it, or one close to its own.
    fn column_beyond(&mut self, text: &[u8], at: usize) -> isize {
        if let Some(end) = text[self.known..at].iter().rposition(|byte| *byte == b'\n') {
            self.begin = self.known + end + 1;
            (self.content, self.dash) = (self.begin, None);
        }
        self.known = at;
        while let Some(byte @ (b' ' | b'-')) = text.get(self.content).filter(|_| self.content < at)
        {
            if *byte == b'-' {
                self.dash = Some(self.content);
            }
            self.content += 1;
        }
        let column = match self.dash {
            _ if self.content < at => self.content,
            Some(dash) => dash,
            None => return (at - self.begin) as isize - 1,
        };
        (column - self.begin) as isize
    }
}

/// Finds the positions in flow collections at which a comma directly follows a tag.
// Long because the scanner keeps its state in variables that all arms change.
fn commas_after_tags(text: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut depth, mut quote, mut at) = (0usize, None, 0);
    // true if a token may start here
    let mut starts_next = true;
    // the column beyond which the lines of the current unquoted text must be indented
    let mut plain = None;
    let mut line = Line::default();
    while at < text.len() {
        let byte = text[at];
        if let Some(beyond) = plain.filter(|_| quote.is_none()) {
            let next = text.get(at + 1).copied().unwrap_or(b' ');
            let ends = match byte {
                b',' | b'[' | b']' | b'{' | b'}' => depth > 0,
                b':' => is_blank(next) || depth > 0 && b",[]{}".contains(&next),
                b'#' => is_blank(text[at - 1]),
                b'\n' => {
                    let next = next_line(text, at + 1).filter(|(_, column)| *column > beyond);
                    // skips the empty lines before it
                    at = next.map_or(at, |(begin, _)| begin - 1);
                    depth == 0 && next.is_none()
                }
                _ => false,
            };
            if !ends {
                at += 1;
                continue;
            }
            plain = None;
            starts_next = byte == b'#';
        }
        let starts = starts_next;
        let count =
            |end: &dyn Fn(u8) -> bool| text[at + 1..].iter().take_while(|b| !end(**b)).count();
        starts_next = matches!(
            byte,
            b' ' | b'\t' | b'\n' | b'\r' | b'[' | b'{' | b',' | b']' | b'}'
        );
        match (quote, byte) {
            (Some(b'"'), b'\\') => at += 1,
            (Some(open), _) if open == byte => (quote, starts_next) = (None, true),
            (Some(_), _) => {}
            (None, b'"' | b'\'') if starts => quote = Some(byte),
            (None, b'[' | b'{') if depth > 0 || starts => depth += 1,
            (None, b']' | b'}') => depth = depth.saturating_sub(1),
            (None, b':' | b'?') => starts_next = starts,
            (None, b'&' | b'*') if starts => {
                at += count(&|b| !b.is_ascii_alphanumeric() && b != b'_' && b != b'-');
                starts_next = true;
            }
            (None, b'#') if starts => at += count(&|b| b == b'\n'),
            // a directive
            (None, b'%') if at == 0 || matches!(text[at - 1], b'\n' | b'\r') => {
                at += count(&|b| b == b'\n');
            }
            (None, b'!') if depth > 0 && starts => {
                let ends: &[u8] = match text.get(at + 1) {
                    Some(b'<') => b" \t\r\n>",
                    _ => b" \t\r\n,[]{}",
                };
                at += count(&|b| ends.contains(&b));
                at += usize::from(text.get(at + 1) == Some(&b'>'));
                if text.get(at + 1) == Some(&b',') {
                    found.push(at + 1);
                }
            }
            // a block scalar
            (None, b'|' | b'>') if depth == 0 && starts => {
                let beyond = line.column_beyond(text, at);
                at += count(&|b| b == b'\n');
                while let Some((begin, column)) = next_line(text, at + 2)
                    && column > beyond
                {
                    let rest = text[begin..].iter();
                    at = begin - 1 + rest.take_while(|b| **b != b'\n').count();
                }
            }
            (None, b',' | b'|' | b'>' | b'@' | b'`') => {}
            (None, b'-') if text.get(at + 1).copied().is_none_or(is_blank) => starts_next = true,
            (None, _) if starts && !is_blank(byte) => {
                plain = Some(match depth {
                    0 => line.column_beyond(text, at),
                    _ => -1,
                });
            }
            (None, _) => {}
        }
        at += 1;
    }
    found
}

thread_local! {
    /// True if a panic is expected and is converted to an error.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Returns the next event. The scanner panics on some tags that [`commas_after_tags`] does not
/// find; such a panic is not printed but returned as an error.
pub(super) fn next_event(
    parser: &mut Parser<BufReader<&[u8]>>,
) -> Result<Result<Event, Error>, Problem> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let other = take_hook();
        set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                other(panic);
            }
        }));
    });
    QUIET.set(true);
    let event = catch_unwind(AssertUnwindSafe(|| parser.parse()));
    QUIET.set(false);
    event.map_err(|_| Problem::Located("a tag is not understood".to_owned()))
}
