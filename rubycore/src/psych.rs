//! Finds the meaning of unquoted YAML scalars: the rules of YAML 1.1 as Ruby applies them.

/// The value of a plain scalar.
#[derive(Clone, PartialEq, Debug)]
pub enum Scalar<'t> {
    /// `nil`
    Nil,
    /// `true` or `false`
    Boolean(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// The decimal digits of an integer beyond 64 bits, with a sign if it is negative.
    BigInteger(String),
    /// A Float.
    Float(f64),
    /// A text.
    Text(&'t str),
    /// A symbol, by its name.
    Symbol(&'t str),
    /// A date or a time, with the name of its class, which is not allowed.
    Refused(&'static str),
}

/// Reads a plain scalar.
///
/// # Errors
/// Fails with Ruby's message for invalid numbers (`.e+3`, `0x_`).
pub fn read_plain(text: &str) -> Result<Scalar<'_>, String> {
    if text.is_empty() {
        return Ok(Scalar::Nil);
    }
    if starts_as_word(text) || text.contains('\n') {
        return Ok(word(text));
    }
    let bytes = text.as_bytes();
    if is_time(bytes) {
        return Ok(Scalar::Refused("Time"));
    }
    if is_date(bytes) {
        return Ok(Scalar::Refused("Date"));
    }
    if let Some(symbol) = text.strip_prefix(':').filter(|rest| !rest.is_empty()) {
        return Ok(Scalar::Symbol(unquote(symbol)));
    }
    let number = match bytes {
        [b'.' | b'+' | b'-' | b'0'..=b'9', ..] => read_number(text)?,
        _ => None,
    };
    Ok(number.unwrap_or(Scalar::Text(text)))
}

/// Returns true if a scalar cannot be a number: an optional first character, then a letter or
/// punctuation.
fn starts_as_word(text: &str) -> bool {
    let inside = |c: char| {
        c.is_alphabetic() || matches!(c, '\t'..='\r' | ' ') || "_!@#$%^&*(){}<>|/\\~;=".contains(c)
    };
    let mut chars = text.chars();
    let first = chars.next().unwrap_or_default();
    let skipped = !first.is_ascii_digit() && !matches!(first, '.' | ':' | '-');
    inside(first) || (skipped && chars.next().is_some_and(inside))
}

fn word(text: &str) -> Scalar<'_> {
    let is = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if text == "~" || is(&["null"]) {
        Scalar::Nil
    } else if is(&["yes", "true", "on"]) {
        Scalar::Boolean(true)
    } else if is(&["no", "false", "off"]) {
        Scalar::Boolean(false)
    } else {
        Scalar::Text(text)
    }
}

/// Returns the name of a quoted symbol: `:'a b'` and `:"a b"` mean `a b`, regardless of text after
/// the last quote.
fn unquote(symbol: &str) -> &str {
    match symbol.chars().next() {
        Some(quote @ ('\'' | '"')) => match symbol.rfind(quote) {
            Some(end) if end > 0 => &symbol[1..end],
            _ => symbol,
        },
        _ => symbol,
    }
}

/// A reader of a fixed pattern that consumes matching bytes from the front.
struct Scan<'a>(&'a [u8]);

impl Scan<'_> {
    fn one(&mut self, set: &[u8]) -> bool {
        match self.0.split_first() {
            Some((first, rest)) if set.contains(first) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    fn many(&mut self, set: impl Fn(u8) -> bool) -> usize {
        let taken = self.0.iter().take_while(|byte| set(**byte)).count();
        self.0 = &self.0[taken..];
        taken
    }

    /// Consumes `min` to `max` decimal digits.
    fn digits(&mut self, min: usize, max: usize) -> bool {
        let taken = self
            .0
            .iter()
            .take(max)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        self.0 = &self.0[taken..];
        taken >= min
    }

    fn end(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns true if a text is a time: `-YYYY-M-D`, `T` or blanks, `h:mm:ss`, fraction, zone.
fn is_time(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    scan.one(b"-");
    let date = scan.digits(4, 4)
        && scan.one(b"-")
        && scan.digits(1, 2)
        && scan.one(b"-")
        && scan.digits(1, 2);
    if !date || !(scan.one(b"Tt") || scan.many(is_blank) > 0) {
        return false;
    }
    if !(scan.digits(1, 2)
        && scan.one(b":")
        && scan.digits(2, 2)
        && scan.one(b":")
        && scan.digits(2, 2))
    {
        return false;
    }
    if scan.one(b".") {
        scan.many(|byte| byte.is_ascii_digit());
    }
    if scan.end() {
        return true;
    }
    scan.many(is_blank);
    if scan.one(b"Z") {
        return scan.end();
    }
    scan.one(b"+-") && scan.digits(1, 2) && {
        scan.one(b":");
        scan.end() || (scan.digits(2, 2) && scan.end())
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns true if a text is a date `YYYY-M-D` with a possible month and day.
fn is_date(bytes: &[u8]) -> bool {
    let mut parts = bytes.split(|byte| *byte == b'-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let number = |part: &[u8], max: u8| match part {
        [one] => one.is_ascii_digit(),
        [ten, one] => {
            ten.is_ascii_digit() && one.is_ascii_digit() && (ten - b'0') * 10 + (one - b'0') <= max
        }
        _ => false,
    };
    year.len() == 4 && year.iter().all(u8::is_ascii_digit) && number(month, 12) && number(day, 31)
}

fn read_number(text: &str) -> Result<Option<Scalar<'_>>, String> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    if unsigned.eq_ignore_ascii_case(".inf") {
        return Ok(Some(Scalar::Float(if negative {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        })));
    }
    if text.eq_ignore_ascii_case(".nan") {
        return Ok(Some(Scalar::Float(f64::NAN)));
    }
    if text.contains(':') {
        return Ok(sexagesimal(text));
    }
    if is_float(unsigned.as_bytes()) {
        return read_float(text).map(Some);
    }
    let Some(base) = integer_base(unsigned) else {
        return Ok(None);
    };
    let digits: String = unsigned
        .chars()
        .filter(|c| !matches!(c, ',' | '_'))
        .collect();
    let sign = if negative { "-" } else { "" };
    let body = match base {
        2 | 16 => &digits[2..],
        _ => &digits[..],
    };
    if body.is_empty() {
        let sign = if text.starts_with('+') { "+" } else { sign };
        return Err(format!("invalid value for Integer(): \"{sign}{digits}\""));
    }
    Ok(Some(integer(negative, body, base)))
}

/// Parses `1:30`, `1:30:15` or `1:30.5` as hours, minutes and seconds; the first part always counts
/// as hours.
fn sexagesimal(text: &str) -> Option<Scalar<'static>> {
    let mut parts = text.split(':');
    let first = parts.next()?;
    let digits = first.strip_prefix(['+', '-']).unwrap_or(first);
    if !digits.starts_with(|c: char| c.is_ascii_digit())
        || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'_')
    {
        return None;
    }
    let rest: Vec<&str> = parts.collect();
    if rest.is_empty() || rest.len() > 2 {
        return None;
    }
    let (last, fraction) = match rest[rest.len() - 1].split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (rest[rest.len() - 1], None),
    };
    if fraction.is_some_and(|f| !f.bytes().all(|b| b.is_ascii_digit() || b == b'_')) {
        return None;
    }
    let sixtieth = |part: &str| match part.as_bytes() {
        [one] if one.is_ascii_digit() => Some(i64::from(one - b'0')),
        [ten @ b'0'..=b'5', one] if one.is_ascii_digit() => {
            Some(i64::from(ten - b'0') * 10 + i64::from(one - b'0'))
        }
        _ => None,
    };
    // a doubled separator ends the number
    let first = first.split("__").next().unwrap_or_default();
    let first: i64 = first.replace('_', "").parse().ok()?;
    let mut whole = first.checked_mul(3600)?;
    let mut unit = 60;
    for part in &rest[..rest.len() - 1] {
        whole = whole.checked_add(sixtieth(part)? * unit)?;
        unit /= 60;
    }
    let last = sixtieth(last)?;
    let Some(fraction) = fraction else {
        return Some(Scalar::Integer(whole.checked_add(last * unit)?));
    };
    let last: f64 = format!("{last}.{}0", fraction.replace('_', ""))
        .parse()
        .ok()?;
    Some(Scalar::Float(whole as f64 + last * unit as f64))
}

/// Returns true if a text is a float: optionally `[0-9][0-9_,]*`, a point, digits, and an exponent
/// with its sign.
fn is_float(unsigned: &[u8]) -> bool {
    let mut scan = Scan(unsigned);
    if scan.digits(1, 1) {
        scan.many(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b','));
    }
    if !scan.one(b".") {
        return false;
    }
    scan.many(|byte| byte.is_ascii_digit());
    if scan.one(b"eE") && !(scan.one(b"+-") && scan.digits(1, usize::MAX)) {
        return false;
    }
    scan.end()
}

fn read_float(text: &str) -> Result<Scalar<'_>, String> {
    if matches!(text, "." | "+." | "-.") {
        return Ok(Scalar::Text(text));
    }
    let mut digits: String = text.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    if let Some(point) = digits.find('.')
        && (digits[point + 1..].is_empty() || digits[point + 1..].starts_with(['e', 'E']))
    {
        digits.remove(point);
    }
    ruby_float(&digits).map(Scalar::Float)
}

/// Returns the base of an integer if the whole text is one.
fn integer_base(unsigned: &str) -> Option<u32> {
    let all =
        |digits: &str, set: &dyn Fn(u8) -> bool| !digits.is_empty() && digits.bytes().all(set);
    let grouped = |b: u8| matches!(b, b'_' | b',');
    if let Some(digits) = unsigned.strip_prefix("0b") {
        return all(digits, &|b| matches!(b, b'0' | b'1') || grouped(b)).then_some(2);
    }
    if let Some(digits) = unsigned.strip_prefix("0x") {
        return all(digits, &|b| b.is_ascii_hexdigit() || grouped(b)).then_some(16);
    }
    if let Some(digits) = unsigned.strip_prefix('0') {
        return (digits.is_empty() || all(digits, &|b| matches!(b, b'0'..=b'7') || grouped(b)))
            .then_some(8);
    }
    // a separator must be between two digits
    let bytes = unsigned.as_bytes();
    let decimal = bytes.iter().all(|b| b.is_ascii_digit() || grouped(*b))
        && bytes.first().is_some_and(u8::is_ascii_digit)
        && bytes.last().is_some_and(u8::is_ascii_digit)
        && !bytes
            .windows(2)
            .any(|pair| grouped(pair[0]) && grouped(pair[1]));
    decimal.then_some(10)
}

/// Parses an integer of any size from its digits.
pub fn integer(negative: bool, digits: &str, base: u32) -> Scalar<'static> {
    let mut value: i128 = 0;
    for digit in digits
        .bytes()
        .filter_map(|byte| char::from(byte).to_digit(base))
    {
        match value
            .checked_mul(i128::from(base))
            .and_then(|v| v.checked_add(i128::from(digit)))
        {
            Some(next) => value = next,
            None => return Scalar::BigInteger(decimal_text(negative, digits, base)),
        }
    }
    let value = if negative { -value } else { value };
    i64::try_from(value).map_or_else(|_| Scalar::BigInteger(value.to_string()), Scalar::Integer)
}

/// Returns the decimal text of an integer beyond 128 bits, computed in limbs of nine digits.
fn decimal_text(negative: bool, digits: &str, base: u32) -> String {
    let sign = if negative { "-" } else { "" };
    if base == 10 {
        return format!("{sign}{}", digits.trim_start_matches('0'));
    }
    const LIMB: u64 = 1_000_000_000;
    let mut limbs: Vec<u64> = vec![0];
    for digit in digits
        .bytes()
        .filter_map(|byte| char::from(byte).to_digit(base))
    {
        let mut carry = u64::from(digit);
        for limb in &mut limbs {
            let value = *limb * u64::from(base) + carry;
            *limb = value % LIMB;
            carry = value / LIMB;
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    let mut text = format!("{sign}{}", limbs.pop().unwrap_or_default());
    for limb in limbs.iter().rev() {
        text.push_str(&format!("{limb:09}"));
    }
    text
}

/// Converts a hexadecimal number: `0x1f`, `-0x1_0`, `0x1.8p3`. Only an exponent makes a fraction
/// possible.
fn hexadecimal(text: &str) -> Option<f64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1.0, text),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let text = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))?;
    let is_separated =
        |part: &str| !part.starts_with('_') && !part.ends_with('_') && !part.contains("__");
    let (digits, exponent) = match text.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None if text.contains('.') => return None,
        None => (text, 0),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (digits, ""),
    };
    if whole.is_empty() || !is_separated(whole) || !is_separated(fraction) {
        return None;
    }
    let (whole, fraction) = (whole.replace('_', ""), fraction.replace('_', ""));
    let mut value = 0.0;
    for digit in whole.chars() {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let mut part = 1.0;
    for digit in fraction.chars() {
        part /= 16.0;
        value += part * f64::from(digit.to_digit(16)?);
    }
    Some(sign * value * f64::from(exponent).exp2())
}

/// Converts a text like Ruby's `Float(text)`.
///
/// # Errors
/// Fails with Ruby's message if it is not a number.
pub fn ruby_float(text: &str) -> Result<f64, String> {
    // Ruby shows the bytes of the character
    let byte = |c: char, buffer: &mut String| {
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            buffer.push_str(&format!("\\x{byte:02X}"));
        }
    };
    let refuse = || {
        let mut shown = String::new();
        for c in format!("{text:?}").chars() {
            match c.is_ascii() {
                true => shown.push(c),
                false => byte(c, &mut shown),
            }
        }
        format!("invalid value for Float(): {shown}")
    };
    let trimmed = text.trim_matches(|c| matches!(c, ' ' | '\t'..='\r'));
    if let Some(value) = hexadecimal(trimmed) {
        return Ok(value);
    }
    let bytes = trimmed.as_bytes();
    let digit = |at: Option<&u8>| at.is_some_and(u8::is_ascii_digit);
    for (at, byte) in bytes.iter().enumerate() {
        let fits = match byte {
            b'_' => at > 0 && digit(bytes.get(at - 1)) && digit(bytes.get(at + 1)),
            b'.' => digit(bytes.get(at + 1)),
            b'0'..=b'9' | b'e' | b'E' | b'+' | b'-' => true,
            _ => false,
        };
        if !fits {
            return Err(refuse());
        }
    }
    trimmed.replace('_', "").parse().map_err(|_| refuse())
}
