//! URIs: parts, text, merging.
//!
//! The verdict on what is a URI is RFC 3986's; the text has the form of the reference's platform,
//! which drops default ports and empty hosts. Spec: document 000, "URI".

use crate::heap::Heap;
use crate::text;
use crate::value::Value;

/// A URI; parts are of its text.
#[derive(Clone, Copy, Debug)]
pub struct Uri<'h> {
    /// The text in Puppet's form.
    pub text: &'h str,
}

/// The parts of a URI; `opaque` excludes all others but scheme and fragment.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "each is the part of its name")]
pub struct Components<'h> {
    pub scheme: Option<&'h str>,
    pub userinfo: Option<&'h str>,
    pub host: Option<&'h str>,
    pub port: Option<i64>,
    pub path: Option<&'h str>,
    pub query: Option<&'h str>,
    pub fragment: Option<&'h str>,
    pub opaque: Option<&'h str>,
}

impl PartialEq for Uri<'_> {
    /// Scheme and host ignore case; no path is the path `/`.
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.components(), other.components());
        let path = |c: &Components<'_>| match c.path.unwrap_or("") {
            "" => "/".to_owned(),
            path => path.to_owned(),
        };
        let same = |a: Option<&str>, b: Option<&str>| {
            a.unwrap_or("").eq_ignore_ascii_case(b.unwrap_or(""))
        };
        same(a.scheme, b.scheme)
            && same(a.host, b.host)
            && a.userinfo == b.userinfo
            && a.port == b.port
            && path(&a) == path(&b)
            && a.query == b.query
            && a.fragment == b.fragment
            && a.opaque == b.opaque
    }
}

impl Eq for Uri<'_> {}

impl<'h> Uri<'h> {
    /// Reads a URI or a relative reference.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn parse(heap: &'h Heap, source: &str) -> Result<Uri<'h>, String> {
        if !source.is_ascii() {
            let mut shown = String::from("\"");
            for c in source.chars() {
                match c {
                    '"' | '\\' => shown.extend(['\\', c]),
                    ' '..='~' => shown.push(c),
                    _ => shown.push_str(&format!("\\u{:04X}", c as u32)),
                }
            }
            return Err(format!("URI must be ascii only {shown}\""));
        }
        let components = Uri { text: source }.components();
        // a query may hold anything: it is escaped, not refused
        let without_query = match components.query {
            Some(query) => source.replacen(&format!("?{query}"), "", 1),
            None => source.to_owned(),
        };
        if fluent_uri::UriRef::parse(without_query).is_err() {
            let mut shown = String::new();
            text::inspected(source, &mut shown);
            return Err(format!("bad URI(is not URI?): {shown}"));
        }
        let components = Uri { text: source }.components();
        if components
            .scheme
            .is_some_and(|s| s.eq_ignore_ascii_case("mailto"))
        {
            match components.opaque.unwrap_or("") {
                "" => return Err("missing opaque part for mailto URL".to_owned()),
                opaque if !opaque.contains('@') => {
                    return Err(format!("unrecognised opaque part for mailtoURL: {opaque}"));
                }
                _ => {}
            }
        }
        let query = components.query.map(escaped);
        let components = Components {
            query: query.as_deref(),
            ..components
        };
        Ok(Uri {
            text: heap.text(&components.text()),
        })
    }

    /// Puts a URI together.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn of_components(heap: &'h Heap, parts: &Components<'_>) -> Result<Uri<'h>, String> {
        let bad = |what: &str, part: &str| Err(format!("bad component(expected {what}): {part}"));
        let others = [parts.userinfo, parts.host, parts.path];
        if parts.opaque.is_some() && (others.iter().any(Option::is_some) || parts.port.is_some()) {
            return Err("can not set opaque with host, port, userinfo or path".to_owned());
        }
        if let Some(scheme) = parts.scheme
            && scheme_of(&format!("{scheme}:")).is_none()
        {
            return bad("scheme component", scheme);
        }
        let scheme = parts.scheme.unwrap_or("").to_ascii_lowercase();
        if scheme == "mailto" && parts.opaque.is_some() {
            return bad("opaque component", "").map_err(|e: String| e.trim_end().to_owned());
        }
        let legal = |text: String| fluent_uri::UriRef::parse(text).is_ok();
        if let Some(userinfo) = parts.userinfo
            && !legal(format!("//{userinfo}@h/"))
        {
            return bad("userinfo component or user component", userinfo);
        }
        if let Some(host) = parts.host
            && !legal(format!("//{host}/"))
        {
            return bad("host component", host);
        }
        if let Some(path) = parts.path {
            if !scheme.is_empty() && (!path.starts_with('/') || !legal(format!("x:{path}"))) {
                return bad("absolute path component", path);
            }
            if scheme.is_empty() && !legal(format!("./{path}")) {
                return bad("relative path component", path);
            }
        }
        let escape = |part: Option<&str>| part.map(escaped);
        let (query, fragment) = (escape(parts.query), escape(parts.fragment));
        let ftp_path = parts
            .path
            .filter(|_| scheme == "ftp")
            .map(|path| format!("/%2F{}", path.trim_start_matches('/')));
        let components = Components {
            scheme: parts.scheme.map(|_| scheme.as_str()),
            query: query.as_deref().filter(|_| parts.opaque.is_none()),
            fragment: fragment.as_deref(),
            path: ftp_path.as_deref().or(parts.path),
            ..*parts
        };
        Ok(Uri {
            text: heap.text(&components.text()),
        })
    }

    /// The scheme, as it stands in the text.
    pub fn scheme(&self) -> Option<&'h str> {
        scheme_of(self.text)
    }

    /// The parts.
    pub fn components(&self) -> Components<'h> {
        let mut parts = Components {
            scheme: self.scheme(),
            ..Components::default()
        };
        let rest = match parts.scheme {
            Some(scheme) => &self.text[scheme.len() + 1..],
            None => self.text,
        };
        let (rest, fragment) = split_off(rest, '#');
        parts.fragment = fragment;
        if parts.scheme.is_some() && !rest.starts_with('/') && !rest.is_empty() {
            parts.opaque = Some(rest);
            return parts;
        }
        let (rest, query) = split_off(rest, '?');
        parts.query = query;
        let Some(rest) = rest.strip_prefix("//") else {
            parts.path = Some(rest);
            return parts;
        };
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        parts.path = Some(path);
        let (userinfo, place) = match authority.rsplit_once('@') {
            Some((userinfo, place)) => (Some(userinfo), place),
            None => (None, authority),
        };
        parts.userinfo = userinfo.filter(|u| !u.is_empty());
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => (host, port),
            _ => (place, ""),
        };
        parts.host = Some(host).filter(|h| !h.is_empty());
        parts.port = port.parse().ok();
        parts
    }

    /// The value of an attribute: `$uri.host`; `None` when there is no such attribute.
    pub fn attribute(&self, heap: &'h Heap, name: &str) -> Option<Value<'h>> {
        let parts = self.components();
        let text = |part: Option<&'h str>| part.map_or(Value::Undef, |p| Value::text(heap, p));
        Some(match name {
            "scheme" => text(parts.scheme),
            "userinfo" => text(parts.userinfo),
            "host" => text(parts.host),
            "port" => parts
                .port
                .or_else(|| default_port(parts.scheme.unwrap_or("")))
                .map_or(Value::Undef, Value::Integer),
            "path" => text(parts.path),
            "query" => text(parts.query),
            "fragment" => text(parts.fragment),
            "opaque" => text(parts.opaque),
            _ => return None,
        })
    }

    /// The URI that a reference means when it stands in this one.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn merge(&self, heap: &'h Heap, reference: &str) -> Result<Uri<'h>, String> {
        let given = Uri::parse(heap, reference)?;
        if given.scheme().is_some() {
            return Ok(given);
        }
        let parts = self.components();
        if parts.scheme.is_none() {
            return Err("both URI are relative".to_owned());
        }
        if parts.opaque.is_some() {
            return Ok(*self);
        }
        let base =
            fluent_uri::Uri::parse(split_off(self.text, '#').0).map_err(|e| e.to_string())?;
        let reference = fluent_uri::UriRef::parse(given.text).map_err(|e| e.to_string())?;
        let merged = reference
            .resolve_against(&base)
            .map_err(|e| e.to_string())?;
        let components = Uri {
            text: merged.as_str(),
        }
        .components();
        Ok(Uri {
            text: heap.text(&components.text()),
        })
    }

    /// The class of the reference's platform, as it shows in a few messages.
    pub fn ruby_class(&self) -> &'static str {
        match self.scheme().unwrap_or("").to_ascii_lowercase().as_str() {
            "http" => "HTTP",
            "https" => "HTTPS",
            "ftp" => "FTP",
            "file" => "File",
            "ldap" => "LDAP",
            "ldaps" => "LDAPS",
            "mailto" => "MailTo",
            "ws" => "WS",
            "wss" => "WSS",
            _ => "Generic",
        }
    }
}

/// The port that a scheme uses when none is given.
pub fn default_port(scheme: &str) -> Option<i64> {
    Some(match scheme.to_ascii_lowercase().as_str() {
        "http" | "ws" => 80,
        "https" | "wss" => 443,
        "ftp" => 21,
        "ldap" => 389,
        "ldaps" => 636,
        _ => return None,
    })
}

fn scheme_of(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let name = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
    (scheme.as_bytes().first()?.is_ascii_alphabetic() && scheme.bytes().all(name)).then_some(scheme)
}

fn split_off(text: &str, at: char) -> (&str, Option<&str>) {
    match text.split_once(at) {
        Some((text, part)) => (text, Some(part)),
        None => (text, None),
    }
}

/// A query or fragment with what may not stand there as `%XX`, and without line ends and tabs.
fn escaped(part: &str) -> String {
    let mut out = String::with_capacity(part.len());
    for byte in part.bytes() {
        match byte {
            b'\t' | b'\n' | b'\r' => {}
            b'!' | b'$'..=b'&' | b'('..=b';' | b'=' | b'?'..=b'_' | b'a'..=b'~' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

impl Components<'_> {
    /// The text in Puppet's form.
    fn text(&self) -> String {
        let scheme = self.scheme.map(str::to_ascii_lowercase);
        let mut out = String::new();
        if let Some(scheme) = &scheme {
            out.push_str(scheme);
            out.push(':');
        }
        if let Some(opaque) = self.opaque {
            out.push_str(opaque);
        } else {
            if self.host.is_some() || scheme.as_deref() == Some("file") {
                out.push_str("//");
            }
            if let Some(userinfo) = self.userinfo {
                out.push_str(userinfo);
                out.push('@');
            }
            out.push_str(self.host.unwrap_or(""));
            let usual = scheme.as_deref().and_then(default_port);
            if let Some(port) = self.port.filter(|&port| Some(port) != usual) {
                out.push_str(&format!(":{port}"));
            }
            out.push_str(self.path.unwrap_or(""));
            if let Some(query) = self.query {
                out.push('?');
                out.push_str(query);
            }
        }
        if let Some(fragment) = self.fragment {
            out.push('#');
            out.push_str(fragment);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_merges() {
        let heap = Heap::new();
        for (base, reference, expected) in [
            (
                "http://EXAMPLE.com:80/%7Ea",
                "#",
                "http://EXAMPLE.com/%7Ea#",
            ),
            ("puppet:///m/f", "g", "puppet:/m/g"),
            ("file:/a/b", "c", "file:///a/c"),
            ("http://a", "b", "http://a/b"),
            ("http://a/b/c/d?x#y", "../e", "http://a/b/e"),
            ("urn:a:b", "c", "urn:a:b"),
            ("a/b", "c", "both URI are relative"),
            ("http://a", "c d", "bad URI(is not URI?): \"c d\""),
        ] {
            let base = Uri::parse(&heap, base).expect("a URI");
            let merged = match base.merge(&heap, reference) {
                Ok(uri) => uri.text.to_owned(),
                Err(problem) => problem,
            };
            assert_eq!(merged, expected, "{reference}");
        }
    }
}
