//! Converts templates in ERB to code in Ruby, as ERB does with the trim mode `-`.

use std::fmt::Write;

/// Returns the code of a template. Its value is the rendered text. Line numbers stay the same.
pub fn code(template: &str) -> String {
    let mut writer = Writer {
        out: String::from("_erbout = +''; "),
        text: String::new(),
    };
    let mut rest = template;
    loop {
        let Some(at) = rest.find("<%") else {
            writer.add(rest);
            break;
        };
        let (before, tag) = rest.split_at(at);
        if let Some(after) = tag.strip_prefix("<%%") {
            writer.add(before);
            writer.add("<%");
            rest = after;
            continue;
        }
        match tag.strip_prefix("<%-") {
            Some(inner) => {
                writer.add(without_indent(before));
                rest = writer.tag(inner, true);
            }
            None => {
                writer.add(before);
                rest = writer.tag(tag.strip_prefix("<%").unwrap_or_default(), false);
            }
        }
    }
    writer.flush();
    writer.out.push_str("; _erbout");
    writer.out
}

/// Returns the text without the spaces before a tag that is alone on its line.
fn without_indent(text: &str) -> &str {
    let line = text.rfind('\n').map_or(0, |at| at + 1);
    match text[line..]
        .bytes()
        .all(|byte| matches!(byte, b' ' | b'\t'))
    {
        true => &text[..line],
        false => text,
    }
}

struct Writer {
    out: String,
    text: String,
}

impl Writer {
    fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes the collected text.
    fn flush(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let lines = self.text.matches('\n').count();
        self.out.push_str("_erbout.<< \"");
        for c in self.text.chars() {
            match c {
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '"' | '\\' | '#' => {
                    self.out.push('\\');
                    self.out.push(c);
                }
                c => self.out.push(c),
            }
        }
        self.out.push_str("\".freeze; ");
        for _ in 0..lines {
            self.out.push('\n');
        }
        self.text.clear();
    }

    /// Converts a tag after its opening. Returns the text after the tag. `<%-` always begins code:
    /// a `#` after it begins a comment, which includes the text after the tag. The content of a tag
    /// that is not closed is text.
    fn tag<'t>(&mut self, inner: &'t str, is_code: bool) -> &'t str {
        let mut content = String::new();
        let mut rest = inner;
        let mut is_trimmed = false;
        loop {
            let Some(at) = rest.find("%>") else {
                content.push_str(rest);
                let text = match is_code {
                    true => &content,
                    false => content.strip_prefix(['#', '=']).unwrap_or(&content),
                };
                self.add(text);
                return "";
            };
            let before = &rest[..at];
            rest = &rest[at + 2..];
            if let Some(before) = before.strip_suffix('%') {
                content.push_str(before);
                content.push_str("%>");
                continue;
            }
            match before.strip_suffix('-') {
                Some(before) => {
                    content.push_str(before);
                    is_trimmed = rest.starts_with('\n') || rest.starts_with("\r\n");
                }
                None => content.push_str(before),
            }
            break;
        }
        self.flush();
        match content.as_bytes().first().filter(|_| !is_code) {
            Some(b'#') => {
                let lines = content.matches('\n').count();
                self.out.extend(std::iter::repeat_n('\n', lines));
            }
            Some(b'=') => {
                let _ = write!(self.out, "_erbout.<<(({}).to_s); ", &content[1..]);
            }
            _ => {
                self.out.push_str(&content);
                self.out.push_str("; ");
            }
        }
        if is_trimmed && let Some(at) = rest.find('\n') {
            self.out.push('\n');
            rest = &rest[at + 1..];
        }
        rest
    }
}
