//! Implements `URI`, and the encodings of text for URIs and HTML in Ruby's libraries.

use std::fmt::Write;

/// The parts of a URI of the common form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uri {
    pub scheme: Option<String>,
    pub userinfo: Option<String>,
    pub host: Option<String>,
    pub port: Option<u16>,
    pub path: String,
    pub query: Option<String>,
    pub fragment: Option<String>,
}

/// Returns true if all characters are unreserved or among `others`.
fn are_plain(text: &str, others: &str) -> bool {
    text.chars()
        .all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c) || others.contains(c))
}

impl Uri {
    /// Parses `scheme://host:port/path?query#fragment`; returns `None` for other forms, which only
    /// Ruby knows.
    pub fn parse(text: &str) -> Option<Uri> {
        let (scheme, rest) = text.split_once("://")?;
        let is_scheme = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || b"+-.".contains(&c);
        let is_plain =
            scheme.starts_with(|c: char| c.is_ascii_lowercase()) && scheme.bytes().all(is_scheme);
        // these schemes have classes with components of their own
        let is_usual = !matches!(scheme, "file" | "ldap" | "ldaps" | "mailto" | "ws" | "wss");
        if !is_plain || !is_usual {
            return None;
        }
        let (rest, fragment) = match rest.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment.to_owned())),
            None => (rest, None),
        };
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query.to_owned())),
            None => (rest, None),
        };
        let (authority, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        let (userinfo, address) = match authority.rsplit_once('@') {
            Some((userinfo, address)) => (Some(userinfo.to_owned()), address),
            None => (None, authority),
        };
        let (host, port) = match address.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port.parse().ok()?)),
            _ => (address, None),
        };
        let uri = Uri {
            scheme: Some(scheme.to_owned()),
            userinfo,
            host: Some(host.to_owned()),
            port: port.or(default_port(scheme)),
            path: path.to_owned(),
            query,
            fragment,
        };
        (uri.is_certain() && !host.is_empty()).then_some(uri)
    }

    /// Returns true if no part contains a character that Ruby validates more closely.
    pub fn is_certain(&self) -> bool {
        let fits = |part: &Option<String>, others: &str| {
            part.as_ref().is_none_or(|part| are_plain(part, others))
        };
        let is_host = self.host.as_ref().is_none_or(|host| {
            let inner = host
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            match inner {
                Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
                None => !host.is_empty() && are_plain(host, "") && !host.contains(['_', '~']),
            }
        });
        let is_path =
            self.path.is_empty() || self.path.starts_with('/') && !self.path.starts_with("//");
        is_host
            && is_path
            && fits(&self.scheme, "+")
            && fits(&self.userinfo, ":")
            && are_plain(&self.path, "/:@,=+")
            && fits(&self.query, "/:@,=+&")
            && fits(&self.fragment, "/:@,=+&")
    }

    /// Returns the host without the brackets of an IPv6 address.
    pub fn hostname(&self) -> Option<&str> {
        let host = self.host.as_deref()?;
        let inner = host
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        Some(inner.unwrap_or(host))
    }

    /// Implements `to_s`; `knows_port` omits the default port of the scheme.
    pub fn text(&self, knows_port: bool) -> String {
        let mut out = String::new();
        let is_usual = |scheme: &str| knows_port && self.port == default_port(scheme);
        let leaves_port = self.scheme.as_deref().is_some_and(is_usual);
        if let Some(scheme) = &self.scheme {
            let _ = write!(out, "{scheme}:");
        }
        if let Some(host) = &self.host {
            out.push_str("//");
            if let Some(userinfo) = &self.userinfo {
                let _ = write!(out, "{userinfo}@");
            }
            out.push_str(host);
            if let Some(port) = self.port.filter(|_| !leaves_port) {
                let _ = write!(out, ":{port}");
            }
        }
        out.push_str(&self.path);
        if let Some(query) = &self.query {
            let _ = write!(out, "?{query}");
        }
        if let Some(fragment) = &self.fragment {
            let _ = write!(out, "#{fragment}");
        }
        out
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

/// Percent-encodes all bytes except letters, digits and those in `kept`; a space becomes `space`.
fn encoded(text: &str, kept: &str, space: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let c = char::from(byte);
        match byte {
            b' ' => out.push_str(space),
            _ if byte.is_ascii_alphanumeric() || byte.is_ascii() && kept.contains(c) => out.push(c),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Implements `URI.encode_www_form_component`.
pub fn form_encoded(text: &str) -> String {
    encoded(text, "*-._", "+")
}

/// Implements `CGI.escape`.
pub fn cgi_escaped(text: &str) -> String {
    encoded(text, "-._~", "+")
}

/// Implements `ERB::Util.url_encode`.
pub fn url_encoded(text: &str) -> String {
    encoded(text, "-._~", "%20")
}

/// Implements `CGI.escapeHTML` and `ERB::Util.html_escape`.
pub fn html_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
