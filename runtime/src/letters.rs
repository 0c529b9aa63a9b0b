//! Letters in the cases that the reference's platform gives them, where they are not those of
//! Rust: in titles, and exchanged.

/// The first letter as in titles, the others in lower case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let mut out = String::with_capacity(text.len());
    if let Some(first) = chars.next() {
        title(first, &mut out);
    }
    out.extend(chars.flat_map(char::to_lowercase));
    out
}

/// A letter as it begins a title: of what becomes several only the first is in upper case, an iota
/// that is written below stays there, and Georgian letters have no title case.
fn title(letter: char, out: &mut String) {
    match letter {
        'Ǆ' | 'ǅ' | 'ǆ' => out.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => out.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => out.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => out.push('ǲ'),
        'ŉ' => out.push_str("ʼN"),
        'ა'..='ჿ' => out.push(letter),
        'Ა'..='Ჿ' => out.extend(letter.to_lowercase()),
        // the next in title case is eight letters behind
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

/// A letter in the other case. Of one in title case, which are two letters, the first is in lower
/// case then and the second in upper case.
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
