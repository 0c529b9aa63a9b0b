//! Implements `scanf`, which reads values from a text by a format.
//!
//! Each directive is a regular expression that the text after the previous value begins with. The
//! members of `%[...]` are inserted unchanged, so they have their meaning in a character class, and
//! errors in them are reported in the words of regular expressions.

use crate::cx::Cx;
use crate::error::Res;
use crate::function::{Args, Builtin, dispatch};
use crate::value::Value;
use rubycore::big_integer::read_digits;
use rubycore::regexp::{self, Options};

pub(super) const TABLE: &[Builtin] = &[Builtin {
    name: "scanf",
    dispatches: &[dispatch(
        &["String data", "String format", "&?Callable block"],
        scanf,
    )],
}];

fn scanf<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let data = args[0].as_str().unwrap_or_default();
    let format = args[1].as_str().unwrap_or_default();
    let found = scan(cx, data, format)?;
    let found = Value::array(cx.heap, &found);
    match args.block {
        Some(block) => cx.call_block(block, &[found]),
        None => Ok(found),
    }
}

/// A piece of a format.
enum Piece<'f> {
    /// A text that must occur in the data.
    Literal(&'f str),
    Directive(Directive<'f>),
}

/// `%5d`, `%*s`, `%[a-z]`
struct Directive<'f> {
    width: Option<u64>,
    skipped: bool,
    kind: Kind<'f>,
    /// True if blanks precede it in the format.
    after_blanks: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind<'f> {
    Decimal,
    Hexadecimal,
    Octal,
    /// `%i`: the text shows its radix.
    Integer,
    Float,
    Text,
    Characters,
    /// A character class, with the text between the brackets of `%[...]`.
    Members(&'f str),
}

/// Reads until something does not fit, and returns the values read so far.
fn scan<'h>(cx: &Cx<'h>, mut data: &str, mut format: &str) -> Res<'h, Vec<Value<'h>>> {
    let mut found = Vec::new();
    while let Some((piece, rest)) = next_piece(format) {
        format = rest;
        match piece {
            Piece::Literal(literal) => match without_blanks(data).strip_prefix(literal) {
                Some(rest) => data = rest,
                None => break,
            },
            Piece::Directive(directive) => {
                data = if directive.skips_blanks() {
                    without_blanks(data)
                } else {
                    data
                };
                let pattern = regexp::pattern(&directive.pattern(), EVERYTHING);
                let Some((_, end)) = pattern.find(data, 0)? else {
                    break;
                };
                if !directive.skipped {
                    found.push(directive.value(cx, &data[..end]));
                }
                data = &data[end..];
            }
        }
        if data.is_empty() {
            break;
        }
    }
    Ok(found)
}

/// A dot means line breaks, too.
const EVERYTHING: Options = Options {
    ignore_case: false,
    extended: false,
    multiline: true,
};

fn without_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}'])
}

/// Returns the next piece and the format after it. A `%` that begins no directive is left out.
fn next_piece(format: &str) -> Option<(Piece<'_>, &str)> {
    let mut rest = without_blanks(format);
    if let Some(rest) = rest.strip_prefix("%%") {
        return Some((Piece::Literal("%"), rest));
    }
    if let Some(text) = rest.strip_prefix('%') {
        if let Some((mut directive, after)) = directive(text) {
            directive.after_blanks = rest.len() < format.len();
            return Some((Piece::Directive(directive), after));
        }
        rest = text;
    }
    let is_end = |c: char| c == '%' || c.is_ascii_whitespace() || c == '\u{b}';
    let end = rest.find(is_end).unwrap_or(rest.len());
    let (literal, after) = rest.split_at(end);
    (!rest.is_empty()).then_some((Piece::Literal(literal), after))
}

fn directive(format: &str) -> Option<(Directive<'_>, &str)> {
    let (format, skipped) = match format.strip_prefix('*') {
        Some(rest) => (rest, true),
        None => (format, false),
    };
    let digits = format.bytes().take_while(u8::is_ascii_digit).count();
    let (width, format) = format.split_at(digits);
    let mut rest = format.get(1..)?;
    let kind = match format.as_bytes()[0] {
        b'd' | b'u' => Kind::Decimal,
        b'x' | b'X' => Kind::Hexadecimal,
        b'o' => Kind::Octal,
        b'i' => Kind::Integer,
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => Kind::Float,
        b's' => Kind::Text,
        b'c' => Kind::Characters,
        b'[' => {
            let length = members_length(rest)?;
            let members = &rest[..length];
            rest = &rest[length + 1..];
            Kind::Members(members)
        }
        _ => return None,
    };
    let directive = Directive {
        width: (!width.is_empty()).then(|| width.parse().unwrap_or(u64::MAX)),
        skipped,
        kind,
        after_blanks: false,
    };
    Some((directive, rest))
}

/// Returns the length of the text before the bracket that ends a class: the first bracket, except
/// that of a class that consists of a name only, `[:alpha:]`.
fn members_length(text: &str) -> Option<usize> {
    if let Some(name) = text.strip_prefix("[:") {
        let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
        if letters > 0 && name[letters..].starts_with(":]]") {
            return Some(letters + 4);
        }
    }
    text.find(']')
}

impl Directive<'_> {
    fn skips_blanks(&self) -> bool {
        match self.kind {
            Kind::Members(_) => self.skipped,
            Kind::Characters => self.after_blanks,
            _ => true,
        }
    }

    /// Returns the source of the regular expression.
    fn pattern(&self) -> String {
        match (self.kind, self.width) {
            (Kind::Members(members), None) if members.ends_with(":]") => {
                format!(r"\A([{members}]+)")
            }
            (Kind::Members(members), None) => {
                let others = match members.strip_prefix('^') {
                    Some(members) => members.to_string(),
                    None => format!("^{members}"),
                };
                format!(r"\A([{members}]+)(?=[{others}]|\z)")
            }
            (Kind::Members(members), Some(width)) => format!(r"\A([{members}]{{1,{width}}})"),
            (Kind::Text, None) => r"\A(\S+)".into(),
            (Kind::Text, Some(width)) => format!(r"\A(\S{{1,{width}}})"),
            (Kind::Characters, width) => format!(r"\A(.{{1,{}}})", width.unwrap_or(1)),
            (Kind::Float, None) => format!(r"\A({FLOAT})"),
            (Kind::Float, Some(width)) => format!(r"\A(?={FLOAT})(\S{{1,{width}}})"),
            (Kind::Decimal, None) => r"\A([-+]?\d+)".into(),
            (Kind::Octal, None) => r"\A([-+]?[0-7]+)".into(),
            (Kind::Hexadecimal, None) => r"\A([-+]?(?:0[xX])?\h+)".into(),
            (Kind::Integer, None) => r"\A([-+]?(?:0[0-7]+|0[xX]\h+|[1-9]\d*))".into(),
            (kind, Some(width)) => of_width(kind, i128::from(width)),
        }
    }

    fn value<'h>(&self, cx: &Cx<'h>, text: &str) -> Value<'h> {
        match self.kind {
            Kind::Text | Kind::Characters | Kind::Members(_) => Value::string(cx.heap, text),
            Kind::Float => Value::Float(float(text)),
            Kind::Decimal => integer(cx, text, 10),
            Kind::Octal => integer(cx, text, 8),
            Kind::Hexadecimal => integer(cx, text, 16),
            Kind::Integer => integer(cx, text, radix_of(text)),
        }
    }
}

/// The pattern of a float. With a width, that many characters are read whatever they are.
const FLOAT: &str =
    r"[-+]?(?:0[xX](?:\.\h+|\h+(?:\.\h*)?)[pP][-+]?\d+|\d+(?![\d.])|\d*\.\d*(?:[eE][-+]?\d+)?)";

/// Returns the pattern of integers of a given number of characters, including sign and prefix.
fn of_width(kind: Kind<'_>, width: i128) -> String {
    let mut forms = Vec::new();
    let mut add = |least: i128, form: String| {
        if width >= least {
            forms.push(form);
        }
    };
    match kind {
        Kind::Octal => {
            add(0, format!("[-+][0-7]{{1,{}}}", width - 1));
            add(0, format!("[0-7]{{1,{width}}}"));
        }
        Kind::Hexadecimal => {
            add(4, format!(r"[-+]0[xX]\h{{1,{}}}", width - 3));
            add(3, format!(r"0[xX]\h{{1,{}}}", width - 2));
            add(2, format!(r"[-+]\h{{1,{}}}", width - 1));
            add(0, format!("[A-Fa-f0-9]{{1,{width}}}"));
        }
        Kind::Integer => {
            let width = width.max(1);
            add(4, format!(r"[-+]0[xX]\h{{1,{}}}", width - 3));
            add(3, format!(r"0[xX]\h{{1,{}}}", width - 2));
            add(3, format!("[-+]0[0-7]{{1,{}}}", width - 2));
            add(3, format!(r"[-+][1-9]\d{{1,{}}}", width - 2));
            add(0, format!(r"0[0-7]{{0,{}}}", width - 1));
            add(0, format!(r"[1-9]\d{{0,{}}}", width - 1));
        }
        _ => {
            add(2, format!(r"[-+]\d{{1,{}}}", width - 1));
            add(0, format!(r"\d{{1,{width}}}"));
        }
    }
    format!(r"\A({})", forms.join("|"))
}

fn radix_of(text: &str) -> u32 {
    let digits = text.trim_start_matches(['+', '-']);
    match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', _, ..] => 8,
        _ => 10,
    }
}

fn integer<'h>(cx: &Cx<'h>, text: &str, radix: u32) -> Value<'h> {
    let digits = text.trim_start_matches(['+', '-']);
    let digits = match radix {
        16 => digits.trim_start_matches("0x").trim_start_matches("0X"),
        _ => digits,
    };
    let number = read_digits(digits, radix).unwrap_or_default();
    let number = match text.starts_with('-') {
        true => -number,
        false => number,
    };
    Value::whole(cx.heap, &number)
}

/// Returns the number that a text begins with, zero for none.
fn float(text: &str) -> f64 {
    if let Some(number) = hexadecimal_float(text) {
        return number;
    }
    let mut number = String::new();
    let mut rest = text.as_bytes();
    if let [sign @ (b'-' | b'+'), after @ ..] = rest {
        number.push(char::from(*sign));
        rest = after;
    }
    let whole = number.len();
    rest = digits(rest, &mut number);
    if let [b'.', after @ ..] = rest
        && after.first().is_some_and(u8::is_ascii_digit)
    {
        number.push('.');
        rest = digits(after, &mut number);
    }
    if number.len() == whole {
        return 0.0;
    }
    if let [b'e' | b'E', after @ ..] = rest {
        let signs = usize::from(matches!(after, [b'-' | b'+', ..]));
        if after.get(signs).is_some_and(u8::is_ascii_digit) {
            number.push('e');
            number.extend(after[..signs].iter().map(|&b| char::from(b)));
            digits(&after[signs..], &mut number);
        }
    }
    number.parse().unwrap_or_default()
}

/// Takes digits, which may have underscores between them.
fn digits<'t>(mut text: &'t [u8], out: &mut String) -> &'t [u8] {
    loop {
        text = match text {
            [digit @ b'0'..=b'9', after @ ..] => {
                out.push(char::from(*digit));
                match after {
                    [b'_', after @ ..] if after.first().is_some_and(u8::is_ascii_digit) => after,
                    _ => after,
                }
            }
            _ => return text,
        }
    }
}

/// Parses `0x1.8p3`, which must be the whole text.
fn hexadecimal_float(text: &str) -> Option<f64> {
    let unsigned = text.trim_start_matches(['+', '-']);
    let digits = unsigned
        .strip_prefix("0x")
        .or(unsigned.strip_prefix("0X"))?;
    let (mantissa, exponent) = digits.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i32 = exponent.parse().ok()?;
    let value = (whole.chars().chain(fraction.chars())).try_fold(0.0, |value, c| {
        Some(value * 16.0 + f64::from(c.to_digit(16)?))
    })?;
    let places = i32::try_from(fraction.len()).ok()?;
    let value = value * 2f64.powi(exponent.saturating_sub(places.saturating_mul(4)));
    Some(if text.starts_with('-') { -value } else { value })
}
