//! Parses URIs into parts, writes their text, and merges them.
//!
//! RFC 3986 decides what is a URI; the text has Ruby's form, without default ports and empty hosts.
//! Spec: document 000, "URI".

use crate::arena::Arena;
use crate::inspect;

/// A URI. It holds the parts that it was made with, even if its text would be parsed differently.
#[derive(Clone, Copy, Debug)]
pub struct Uri<'h> {
    /// The text in Puppet's form.
    pub text: &'h str,
    parts: Components<'h>,
}

/// The parts of a URI; `opaque` excludes all others but scheme and fragment.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "each is the part of its name")]
pub struct Components<'h> {
    pub scheme: Option<&'h str>,
    pub userinfo: Option<&'h str>,
    pub host: Option<&'h str>,
    /// The digits, without leading zeroes.
    pub port: Option<&'h str>,
    pub path: Option<&'h str>,
    pub query: Option<&'h str>,
    pub fragment: Option<&'h str>,
    pub opaque: Option<&'h str>,
    /// For `ftp`, the text after `;type=`.
    pub typecode: Option<&'h str>,
}

impl PartialEq for Uri<'_> {
    /// Compares URIs. Scheme and host ignore case; no path equals the path `/`. The parts to
    /// compare depend on the scheme.
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.parts, &other.parts);
        let path = |c: &Components<'_>| match c.path.unwrap_or("") {
            "" => "/".to_owned(),
            path => path.to_owned(),
        };
        let same = |a: Option<&str>, b: Option<&str>| {
            a.unwrap_or("").eq_ignore_ascii_case(b.unwrap_or(""))
        };
        let class = self.ruby_class();
        if (class, other.ruby_class()) == ("MailTo", "MailTo") {
            return mail(a.opaque.unwrap_or("")) == mail(b.opaque.unwrap_or(""));
        }
        same(a.scheme, b.scheme)
            && same(a.host, b.host)
            && a.userinfo == b.userinfo
            && a.port == b.port
            && a.typecode == b.typecode
            && path(a) == path(b)
            && (matches!(class, "FTP" | "File") || (a.query, a.fragment) == (b.query, b.fragment))
            && (class != "Generic" || a.opaque == b.opaque)
    }
}

impl Eq for Uri<'_> {}

impl<'h> Uri<'h> {
    /// Reads a URI or a relative reference.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn parse(arena: &'h impl Arena, source: &str) -> Result<Uri<'h>, String> {
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
        let components = Components::split(source);
        // any text is allowed after `?`: illegal characters in a query are escaped, not refused
        let (before, fragment) = split_off(source, '#');
        let (before, _) = split_off(before, '?');
        let without_query = match fragment {
            Some(fragment) => format!("{before}#{fragment}"),
            None => before.to_owned(),
        };
        if fluent_uri::UriRef::parse(without_query).is_err() {
            let mut shown = String::new();
            inspect::write(source, &mut shown);
            return Err(format!("bad URI(is not URI?): {shown}"));
        }
        let scheme = components.scheme.map(str::to_ascii_lowercase);
        let query = components.query.map(escaped_query).transpose()?;
        // headers alone are a query, of which the opaque part is made
        let headers = query.as_ref().map(|query| format!("?{query}"));
        let headers = headers.filter(|_| scheme.as_deref() == Some("mailto"));
        let opaque = components.opaque.or(headers.as_deref());
        match (scheme.as_deref(), opaque) {
            (Some("mailto"), None) => return Err("missing opaque part for mailto URL".to_owned()),
            (Some("mailto"), Some(opaque)) if !is_mail(opaque) => {
                return Err(format!("unrecognised opaque part for mailtoURL: {opaque}"));
            }
            (Some("ftp"), Some(_)) => return Err("URI::InvalidURIError".to_owned()),
            _ => {}
        }
        components.check_ldap()?;
        let mut components = Components {
            scheme: scheme.as_deref(),
            opaque,
            ..components
        };
        components.settle();
        let ftp_path = components.path.and_then(|path| path.strip_prefix("%2F"));
        let ftp_path = ftp_path
            .filter(|_| scheme.as_deref() == Some("ftp"))
            .map(|path| format!("/{path}"));
        Ok(Uri::of(
            arena,
            &Components {
                query: query.as_deref(),
                path: ftp_path.as_deref().or(components.path),
                ..components
            },
        ))
    }

    /// Makes a URI of valid parts.
    fn of(arena: &'h impl Arena, parts: &Components<'_>) -> Uri<'h> {
        let text = |part: Option<&str>| part.map(|part| arena.text(part));
        Uri {
            text: arena.text(&parts.text()),
            parts: Components {
                scheme: text(parts.scheme),
                userinfo: text(parts.userinfo),
                host: text(parts.host),
                port: text(parts.port),
                path: text(parts.path),
                query: text(parts.query),
                fragment: text(parts.fragment),
                opaque: text(parts.opaque),
                typecode: text(parts.typecode),
            },
        }
    }

    /// Puts a URI together.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn of_components(arena: &'h impl Arena, parts: &Components<'_>) -> Result<Uri<'h>, String> {
        let bad = |what: &str, part: &str| Err(format!("bad component(expected {what}): {part}"));
        if let Some(scheme) = parts.scheme
            && scheme_of(&format!("{scheme}:")).is_none()
        {
            return bad("scheme component", scheme);
        }
        let scheme = parts.scheme.unwrap_or("").to_ascii_lowercase();
        let legal = |text: String| fluent_uri::UriRef::parse(text).is_ok();
        if let Some(userinfo) = parts.userinfo
            && !legal(format!("//{userinfo}@h/"))
        {
            return bad("userinfo component or user component", userinfo);
        }
        // an address of version 6 gets its brackets
        let bracketed = parts
            .host
            .filter(|host| host.contains(':') && !host.starts_with('['))
            .map(|host| format!("[{host}]"));
        let host = bracketed.as_deref().or(parts.host);
        if let (Some(host), Some(given)) = (host, parts.host)
            && !legal(format!("//{host}/"))
        {
            return bad("host component", given);
        }
        if let Some(path) = parts.path {
            if !scheme.is_empty() && (!path.starts_with('/') || !legal(format!("x:{path}"))) {
                return bad("absolute path component", path);
            }
            if scheme.is_empty() && !legal(format!("./{path}")) {
                return bad("relative path component", path);
            }
        }
        // the parts of a mail address are different ones
        let mail = Some("").filter(|_| scheme == "mailto");
        if let Some(opaque) = mail.or(parts.opaque) {
            let others = [parts.userinfo, parts.host, parts.path];
            if others.iter().any(Option::is_some) || parts.port.is_some() {
                return Err("can not set opaque with host, port, userinfo or path".to_owned());
            }
            if mail.is_some() || opaque.starts_with('/') || !legal(format!("x:{opaque}")) {
                return bad("opaque component", opaque).map_err(|e| e.trim_end().to_owned());
            }
        }
        let mut query = parts.query.map(escaped_query).transpose()?;
        let fragment = parts.fragment.map(escaped_fragment);
        parts.check_ldap()?;
        if parts.is_ldap() {
            // Puppet builds it from other parts, which are missing here
            query = Some(String::new());
        }
        let mut components = Components {
            scheme: parts.scheme.map(|_| scheme.as_str()),
            host,
            query: query.as_deref().filter(|_| parts.opaque.is_none()),
            fragment: fragment.as_deref(),
            ..*parts
        };
        if components.path.is_none() && components.opaque.is_none() {
            components.path = Some("");
        }
        components.set_usual();
        Ok(Uri::of(arena, &components))
    }

    /// Returns the parts.
    pub fn components(&self) -> &Components<'h> {
        &self.parts
    }

    /// Resolves a reference relative to this URI.
    ///
    /// # Errors
    /// Returns the message.
    pub fn merge(&self, arena: &'h impl Arena, reference: &str) -> Result<Uri<'h>, String> {
        let given = Uri::parse(arena, reference)?;
        let (base, given) = match (self.parts, given.parts) {
            (_, parts) if parts.scheme.is_some() => return Ok(given),
            (base, _) if base.scheme.is_none() => {
                return Err("both URI are relative".to_owned());
            }
            (base, parts) => (base, parts),
        };
        let authority = given.userinfo.is_some() || given.host.is_some() || given.port.is_some();
        let path = given.path.filter(|path| !path.is_empty());
        if path.is_none() && !authority && given.query.is_none() {
            let fragment = given.fragment.or(base.fragment);
            return Ok(Uri::of(arena, &Components { fragment, ..base }));
        }
        if given.query.is_some() && base.opaque.is_some() {
            return Err("query conflicts with opaque".to_owned());
        }
        let merged = match (base.path, path) {
            (None, _) => None,
            _ if authority => given.path.map(str::to_owned),
            (Some(base), None) => Some(resolved(base).join("/")),
            (Some(base), Some(path)) => Some(merged_path(base, path)),
        };
        Ok(Uri::of(
            arena,
            &Components {
                userinfo: given.userinfo.or(base.userinfo),
                host: given.host.or(base.host),
                port: given.port.or(base.port),
                path: merged.as_deref().or(base.path),
                query: given.query,
                fragment: given.fragment,
                ..base
            },
        ))
    }

    /// Returns the name of Ruby's class, which a few messages show.
    pub fn ruby_class(&self) -> &'static str {
        match self.parts.scheme.unwrap_or("") {
            "http" => "HTTP",
            "https" => "HTTPS",
            "ftp" => "FTP",
            "file" => "File",
            "ldap" => "LDAP",
            "ldaps" => "LDAPS",
            "mailto" => "MailTo",
            "ws" => "WS",
            _ => "Generic",
        }
    }
}

/// Returns the default port of a scheme.
fn default_port(scheme: &str) -> Option<&'static str> {
    Some(match scheme.to_ascii_lowercase().as_str() {
        "http" | "ws" => "80",
        "https" => "443",
        "ftp" => "21",
        "ldap" => "389",
        "ldaps" => "636",
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

/// Escapes a query.
///
/// # Errors
/// Returns the message when neither character after a `%` is a hexadecimal digit.
fn escaped_query(query: &str) -> Result<String, String> {
    let kept: Vec<char> = query.chars().filter(|c| !"\t\n\r".contains(*c)).collect();
    let hex = |c: char| c.is_ascii_hexdigit();
    for three in kept.windows(3) {
        if let [percent @ '%', a, b] = *three
            && !hex(a)
            && !hex(b)
        {
            return Err(format!("invalid percent escape: {percent}{a}{b}"));
        }
    }
    Ok(escaped(query))
}

/// Returns a query or fragment with illegal characters as `%XX`, and without line ends and tabs.
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

/// Returns a fragment, escaped. It may contain `#`.
fn escaped_fragment(part: &str) -> String {
    let pieces: Vec<String> = part.split('#').map(escaped).collect();
    pieces.join("#")
}

/// Returns true if the part before the headers is a list of mail addresses, possibly empty.
fn is_mail(opaque: &str) -> bool {
    let (to, _) = split_off(opaque, '?');
    let mut addresses: Vec<&str> = to.split([',', ';']).collect();
    // the last address may end in a separator; an empty text is not an address
    addresses.pop_if(|last| last.is_empty());
    addresses.iter().all(|address| {
        let part = |part: &str| !part.is_empty() && !part.contains('@');
        let halves = address.split_once('@');
        halves.is_some_and(|(name, host)| part(name) && part(host))
    })
}

/// Addresses and headers, without the marks of headers that are not there.
fn mail(opaque: &str) -> &str {
    let shown = opaque.trim_end_matches('&');
    match opaque.split_once('?') {
        Some((to, _)) if shown.len() == to.len() + 1 => to,
        Some(_) => shown,
        None => opaque,
    }
}

/// Resolves a relative path against another one, without dots.
fn merged_path(base: &str, relative: &str) -> String {
    let mut path = match relative.starts_with('/') {
        true => vec![""],
        false => resolved(base),
    };
    path.pop();
    if path.is_empty() && (base.is_empty() || relative.starts_with('/')) {
        path.push("");
    }
    let mut ahead: Vec<&str> = Vec::new();
    let segments = relative.strip_prefix('/').unwrap_or(relative).split('/');
    let mut last = "";
    for segment in segments {
        last = segment;
        match segment {
            "." => {}
            ".." if ahead.last().is_some_and(|before| *before != "..") => {
                ahead.pop();
            }
            segment => ahead.push(segment),
        }
    }
    if matches!(last, "." | "..") {
        ahead.push("");
    }
    let mut ahead = ahead.into_iter().peekable();
    while ahead.next_if_eq(&"..").is_some() {
        // nothing is above the root
        if path.len() > 1 {
            path.pop();
        }
    }
    path.extend(ahead);
    path.join("/")
}

/// Returns the segments of a path without `..` and the segment before each; `.` stays.
fn resolved(path: &str) -> Vec<&str> {
    let mut kept: Vec<&str> = Vec::new();
    if path.is_empty() {
        return kept;
    }
    for segment in path.split('/') {
        match segment {
            ".." => drop(kept.pop()),
            segment => kept.push(segment),
        }
    }
    if path.ends_with("..") {
        kept.push("");
    }
    kept
}

impl<'h> Components<'h> {
    /// Splits a text into its parts by the marks between them.
    fn split(text: &'h str) -> Components<'h> {
        let mut parts = Components {
            scheme: scheme_of(text),
            ..Components::default()
        };
        let rest = match parts.scheme {
            Some(scheme) => &text[scheme.len() + 1..],
            None => text,
        };
        let (rest, fragment) = split_off(rest, '#');
        parts.fragment = fragment;
        if parts.scheme.is_some() && !rest.starts_with(['/', '?']) && !rest.is_empty() {
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
        parts.port = match port.trim_start_matches('0') {
            "" if port.is_empty() => None,
            "" => Some("0"),
            digits => Some(digits),
        };
        parts
    }

    fn is_ldap(&self) -> bool {
        let is = |name| {
            self.scheme
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case(name))
        };
        is("ldap") || is("ldaps")
    }

    /// Refuses parts that no URI of a directory has.
    fn check_ldap(&self) -> Result<(), String> {
        match self.is_ldap() && (self.opaque.is_some() || self.fragment.is_some()) {
            true => Err("bad LDAP URL".to_owned()),
            false => Ok(()),
        }
    }

    /// Splits the parts of a text that are specific to its scheme.
    fn settle(&mut self) {
        match self.scheme {
            Some("ftp") => {
                if let Some((path, typecode)) = self.path.and_then(|path| path.split_once(";type="))
                {
                    (self.path, self.typecode) = (Some(path), Some(typecode));
                }
                self.path = self.path.map(|path| path.strip_prefix('/').unwrap_or(path));
            }
            Some("file") => {
                self.userinfo = None;
                self.port = None;
            }
            _ => {}
        }
        self.set_usual();
    }

    /// Sets the default values of missing parts.
    fn set_usual(&mut self) {
        let scheme = self.scheme.unwrap_or("");
        if scheme == "file" {
            self.host = self.host.or(Some(""));
        }
        self.port = self.port.or_else(|| default_port(scheme));
    }

    /// Returns true if the port goes without saying in types.
    pub fn port_is_implied(&self) -> bool {
        matches!(
            (self.scheme, self.port),
            (Some("http"), Some("80")) | (Some("https"), Some("443"))
        )
    }

    /// Returns the text in Puppet's form.
    fn text(&self) -> String {
        let scheme = self.scheme;
        let mut out = String::new();
        if let Some(scheme) = scheme {
            out.push_str(scheme);
            out.push(':');
        }
        if let Some(opaque) = self.opaque {
            out.push_str(if scheme == Some("mailto") {
                mail(opaque)
            } else {
                opaque
            });
        } else {
            if self.host.is_some() || scheme == Some("file") {
                out.push_str("//");
            }
            if let Some(userinfo) = self.userinfo {
                out.push_str(userinfo);
                out.push('@');
            }
            out.push_str(self.host.unwrap_or(""));
            let usual = scheme.and_then(default_port);
            if let Some(port) = self.port.filter(|&port| Some(port) != usual) {
                out.push_str(&format!(":{port}"));
            }
            let path = self.path.unwrap_or("");
            if scheme == Some("ftp") {
                // a path from the root begins with an escaped slash
                out.push('/');
                match path.strip_prefix('/') {
                    Some(path) => out.extend(["%2F", path]),
                    None => out.push_str(path),
                }
            } else {
                out.push_str(path);
            }
            if let Some(typecode) = self.typecode {
                out.extend([";type=", typecode]);
            }
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
    use bumpalo::Bump;

    use super::*;

    #[test]
    fn texts_and_merges() {
        let arena = Bump::new();
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
            let base = Uri::parse(&arena, base).expect("a URI");
            let merged = match base.merge(&arena, reference) {
                Ok(uri) => uri.text.to_owned(),
                Err(problem) => problem,
            };
            assert_eq!(merged, expected, "{reference}");
        }
    }
}
