//! `environment.conf`.

/// What the file says; values have their variables replaced.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Conf {
    /// `modulepath`
    pub module_path: Option<String>,
    /// `manifest`
    pub manifest: Option<String>,
    /// Other settings of environments.
    pub other: Vec<(String, String)>,
    /// Settings that Puppet does not know, in order.
    pub unknown: Vec<String>,
}

/// Reads the text of an `environment.conf`; `variables` are what `$name` stands for.
pub fn parse(text: &str, variables: &[(&str, &str)]) -> Conf {
    let known = |name: &str| {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    let mut conf = Conf::default();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with('#') || line.starts_with(';') {
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        let (key, value) = (key.trim(), unquoted(value.trim()));
        match key {
            "modulepath" => conf.module_path = Some(replaced(value, known)),
            "manifest" => conf.manifest = Some(replaced(value, known)),
            "config_version"
            | "environment_timeout"
            | "disable_per_environment_manifest"
            | "static_catalogs"
            | "rich_data" => conf.other.push((key.to_owned(), replaced(value, known))),
            _ => conf.unknown.push(key.to_owned()),
        }
    }
    conf
}

/// A value without its quotes or the comment behind it.
fn unquoted(value: &str) -> &str {
    for quote in ['\'', '"'] {
        if let Some(rest) = value.strip_prefix(quote)
            && let Some(end) = rest.find(quote)
        {
            return &rest[..end];
        }
    }
    value.split(" #").next().unwrap_or(value).trim_end()
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
        let text =
            "# c\n[main]\nmodulepath = mods:$basemodulepath:${x}y\nmanifest=\"a b\"\nfoo = 1\n";
        let conf = parse(text, &[("basemodulepath", "/b"), ("x", "/x")]);
        assert_eq!(conf.module_path.as_deref(), Some("mods:/b:/xy"));
        assert_eq!(conf.manifest.as_deref(), Some("a b"));
        assert_eq!(conf.unknown, ["foo"]);
    }
}
