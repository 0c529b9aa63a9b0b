//! Converts letters to lower case, title case and the other case, character by character as in
//! Ruby.

/// Texts in lower case.
pub trait Downcase {
    /// Returns the text in lower case. Unlike [`str::to_lowercase`] it does not look at neighbours:
    /// `Σ` is `σ` at the end of a word, too.
    fn downcase(&self) -> String;
}

impl Downcase for str {
    fn downcase(&self) -> String {
        match self.is_ascii() {
            true => self.to_ascii_lowercase(),
            false => self.chars().flat_map(char::to_lowercase).collect(),
        }
    }
}

/// Returns a text with its first letter in title case and the others in lower case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let mut out = String::with_capacity(text.len());
    if let Some(first) = chars.next() {
        title(first, &mut out);
    }
    out.extend(chars.flat_map(char::to_lowercase));
    out
}

/// Writes a letter in title case. When it becomes several letters only the first is in upper case;
/// an iota subscript stays; Georgian letters have no title case.
fn title(letter: char, out: &mut String) {
    match letter {
        'Ǆ' | 'ǅ' | 'ǆ' => out.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => out.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => out.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => out.push('ǲ'),
        'ŉ' => out.push_str("ʼN"),
        'ა'..='ჿ' => out.push(letter),
        'Ა'..='Ჿ' => out.extend(letter.to_lowercase()),
        // the corresponding letter in title case is eight letters further
        'ᾀ'..='ᾯ' => out.extend(char::from_u32(letter as u32 | 8)),
        'ᾳ' | 'ᾼ' => out.push('ᾼ'),
        'ῃ' | 'ῌ' => out.push('ῌ'),
        'ῳ' | 'ῼ' => out.push('ῼ'),
        _ => {
            let mut upper = letter.to_uppercase();
            out.extend(upper.next());
            let rest = upper.flat_map(char::to_lowercase);
            out.extend(rest.map(|c| if c == 'ι' { '\u{345}' } else { c }));
        }
    }
}

/// Writes a letter in the other case. A letter in title case, which is made of two letters, becomes
/// one in lower case and one in upper case.
pub fn swapped(letter: char, out: &mut String) {
    match letter {
        'ǅ' => out.push_str("dŽ"),
        'ǈ' => out.push_str("lJ"),
        'ǋ' => out.push_str("nJ"),
        'ǲ' => out.push_str("dZ"),
        'ᾈ'..='ᾏ' | 'ᾘ'..='ᾟ' | 'ᾨ'..='ᾯ' | 'ᾼ' | 'ῌ' | 'ῼ' => {
            let mut upper = letter.to_uppercase();
            out.extend(upper.next().into_iter().flat_map(char::to_lowercase));
            out.extend(upper);
        }
        _ if letter.is_uppercase() => out.extend(letter.to_lowercase()),
        _ => out.extend(letter.to_uppercase()),
    }
}
