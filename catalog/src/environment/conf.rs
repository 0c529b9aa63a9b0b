//! `environment.conf`.

/// What the file says; values have their variables replaced.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Conf {
    /// `modulepath`
    pub module_path: Option<String>,
    /// `manifest`
    pub manifest: Option<String>,
    /// `environment_data_provider`
    pub data_provider: Option<String>,
    /// Other settings of environments.
    pub other: Vec<(String, String)>,
    /// Settings that Puppet does not know, in order.
    pub unknown: Vec<String>,
    /// Sections, which there may not be, in order.
    pub sections: Vec<String>,
    /// What ends each compilation: a setting that has no such value.
    pub problem: Option<String>,
}

/// Reads the text of an `environment.conf`; `variables` are what `$name` stands for.
///
/// # Errors
/// A line that is no setting.
pub fn parse(text: &str, variables: &[(&str, &str)]) -> Result<Conf, String> {
    let known = |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    let mut conf = Conf::default();
    let mut seen = Vec::new();
    let mut is_main = true;
    for (line_number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let section = line.trim_end().strip_prefix('[');
        if let Some(name) = section.and_then(|rest| rest.strip_suffix(']'))
            && is_word(name)
        {
            is_main = name == "main";
            if !is_main {
                conf.sections.push(name.to_owned());
            }
            continue;
        }
        let setting = trimmed
            .split_once('=')
            .map(|(key, value)| (key.trim_end(), value));
        let Some((key, value)) = setting.filter(|(key, _)| is_word(key)) else {
            return Err(format!(
                "Could not match line {line} (line: {})",
                line_number + 1
            ));
        };
        // what comes first counts
        if is_main && !seen.contains(&key) {
            seen.push(key);
            conf.set(key, unquoted(value.trim()), known);
        }
    }
    Ok(conf)
}

impl Conf {
    fn set(&mut self, key: &str, value: &str, known: impl Fn(&str) -> Option<String>) {
        let (key, text) = (key.to_owned(), replaced(value, known));
        match key.as_str() {
            "modulepath" => self.module_path = Some(text),
            "manifest" => self.manifest = Some(text),
            "config_version" => self.other.push((key, text)),
            "environment_timeout" => match seconds(&text) {
                Some(seconds) => self.other.push((key, seconds)),
                None => {
                    self.problem.get_or_insert_with(|| {
                        format!("Invalid 'time to live' format '\"{text}\"' for parameter: {key}")
                    });
                }
            },
            "static_catalogs" if !matches!(&*text, "true" | "false") => {
                self.problem.get_or_insert_with(|| {
                    format!("Invalid value '\"{text}\"' for boolean parameter: {key}")
                });
            }
            "static_catalogs" | "rich_data" => self.other.push((key, text)),
            "environment_data_provider" => {
                self.data_provider = Some(text.clone());
                self.other.push((key, text));
            }
            _ => self.unknown.push(key),
        }
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The seconds of a length of time such as `5m`.
fn seconds(text: &str) -> Option<String> {
    if text == "unlimited" {
        return Some(text.to_owned());
    }
    let (digits, unit) = match text.char_indices().last()? {
        (_, '0'..='9' | 's') => (text.trim_end_matches('s'), 1),
        (at, 'm') => (&text[..at], 60),
        (at, 'h') => (&text[..at], 60 * 60),
        (at, 'd') => (&text[..at], 24 * 60 * 60),
        (at, 'y') => (&text[..at], 365 * 24 * 60 * 60),
        _ => return None,
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number: i64 = digits.parse().ok().filter(|_| is_number)?;
    Some(number.checked_mul(unit)?.to_string())
}

/// A value without a quote before and a quote behind it.
fn unquoted(value: &str) -> &str {
    let quote = ['\'', '"'];
    let value = value.strip_prefix(quote).unwrap_or(value);
    value.strip_suffix(quote).unwrap_or(value)
}

/// Replaces `$name` and `${name}` by what `known` gives for them; unknown names stay.
pub fn replaced(text: &str, known: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let braced = after
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'));
        let (name, tail) = match braced {
            Some(found) => found,
            None => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                after.split_at(after.find(|c| !is_name(c)).unwrap_or(after.len()))
            }
        };
        match known(name) {
            Some(value) => out.push_str(&value),
            None => out.push_str(&rest[at..rest.len() - tail.len()]),
        }
        rest = tail;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_settings() {
        let text = "# c\n[main]\nmodulepath = mods:$basemodulepath:${x}y\nmanifest=\"a b\"\nfoo = 1\n\
             environment_timeout = 5m\nfoo = 2\n[other]\nmanifest = x\n";
        let variables = [("basemodulepath", "/b"), ("x", "/x")];
        let conf = parse(text, &variables).expect("all lines are settings");
        assert_eq!(conf.module_path.as_deref(), Some("mods:/b:/xy"));
        assert_eq!(conf.manifest.as_deref(), Some("a b"));
        assert_eq!(conf.unknown, ["foo"]);
        assert_eq!(conf.sections, ["other"]);
        assert_eq!(
            conf.other,
            [("environment_timeout".to_owned(), "300".to_owned())]
        );
        let problem = "Could not match line ; c (line: 2)";
        assert_eq!(parse("\n; c", &[]), Err(problem.to_owned()));
    }
}
