//! Parses formats, such as `%#-10.3x`.

use std::rc::Rc;

use crate::error::{Fault, Kind};
use crate::heap::Heap;
use crate::limits;
use crate::types::TypeRef;
use crate::value::{Hash, Value};
use rubycore::printf::Spec;

/// A format such as `%#-10.3x`, with its further options for containers.
#[derive(Clone)]
pub(super) struct Format<'h> {
    /// The text as it was written.
    pub source: String,
    /// Flags, width and precision.
    pub spec: Spec,
    /// An opening delimiter among the flags.
    pub delimiter: Option<char>,
    /// The letter.
    pub letter: char,
    /// Between items.
    pub separator: Option<&'h str>,
    /// Between key and value.
    pub separator2: Option<&'h str>,
    /// The formats of values directly inside a container that are not containers themselves.
    pub inner: Option<Rc<Formats<'h>>>,
}

/// Formats by type. The first type that accepts a value decides.
pub(super) type Formats<'h> = Vec<(TypeRef<'h>, Rc<Format<'h>>)>;

impl<'h> Format<'h> {
    /// Reads a format.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn parse(source: &str) -> Result<Format<'h>, Fault> {
        let illegal = || {
            format!(
                "The format '{source}' is not a valid format on the form '%<flags><width>.<prec><format>'"
            )
        };
        let rest = source.strip_prefix('%').ok_or_else(illegal)?;
        let is_flag = |c: char| c.is_whitespace() || "[+#0{<(|-".contains(c);
        let flags_len = rest.len() - rest.trim_start_matches(is_flag).len();
        let (flags, rest) = rest.split_at(flags_len);
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (width, rest) = rest.split_at(digits(rest));
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) if digits(rest) > 0 => {
                let (precision, rest) = rest.split_at(digits(rest));
                (Some(precision), rest)
            }
            Some(_) => return Err(illegal().into()),
            None => (None, rest),
        };
        let mut letters = rest.chars();
        let letter = letters
            .next()
            .filter(char::is_ascii_alphabetic)
            .ok_or_else(illegal)?;
        if letters.next().is_some() {
            return Err(illegal().into());
        }
        let mut spec = Spec {
            width: width.parse().ok(),
            precision: precision.and_then(|p| p.parse().ok()),
            ..Spec::default()
        };
        limits::room(spec.width.max(spec.precision).unwrap_or(0));
        let mut delimiter = None;
        let mut earlier = flags.char_indices();
        if earlier.any(|(at, flag)| flags[..at].contains(flag)) {
            return Err(format!("The same flag can only be used once, got '{source}'").into());
        }
        for flag in flags.chars() {
            match flag {
                '#' => spec.alternate = true,
                '+' => spec.plus = true,
                '-' => spec.left = true,
                '0' => spec.zero = true,
                '[' | '{' | '<' | '(' | '|' => {
                    if delimiter.is_some() {
                        return Err(format!(
                            "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{source}'"
                        ).into());
                    }
                    delimiter = Some(flag);
                }
                _ => spec.space = true,
            }
        }
        Ok(Format {
            source: source.to_owned(),
            spec,
            delimiter,
            letter,
            separator: None,
            separator2: None,
            inner: None,
        })
    }

    /// Reads a format from a map of formats: a String, or a hash for containers.
    fn of_value(heap: &'h Heap, given: Value<'h>) -> Result<Format<'h>, Fault> {
        let Value::Hash(hash) = given else {
            return Format::parse(given.as_str().unwrap_or(""));
        };
        let text = |key| hash.get_str(key).and_then(Value::as_str);
        let outer = Format::parse(text("format").unwrap_or(""))?;
        let inner = match hash.get_str("string_formats") {
            Some(Value::Hash(inner)) => Some(Rc::new(entries(heap, inner)?)),
            _ => None,
        };
        Ok(Format {
            separator: text("separator"),
            separator2: text("separator2"),
            inner,
            ..outer
        })
    }
}

pub(super) fn entries<'h>(heap: &'h Heap, hash: &Hash<'h>) -> Result<Formats<'h>, Fault> {
    let mut formats = Vec::with_capacity(hash.len());
    for (key, given) in hash.iter() {
        if let Value::Type(ty) = key {
            formats.push((ty, Rc::new(Format::of_value(heap, given)?)));
        }
    }
    Ok(formats)
}

/// Returns `Illegal format 'z' specified for value of Integer type - expected one of ...`.
#[cold]
pub(super) fn illegal(letter: char, kind: &str, legal: &str) -> Fault {
    Fault::of(
        Kind::Format,
        format!(
            "Illegal format '{letter}' specified for value of {kind} type - expected one of the characters '{legal}'"
        ),
    )
}
