//! URIs.

use crate::heap::Heap;

/// A URI; parts are of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uri<'h> {
    /// The text in Puppet's form.
    pub text: &'h str,
}

impl<'h> Uri<'h> {
    /// The scheme, as it stands in the text.
    pub fn scheme(&self) -> Option<&'h str> {
        let (scheme, _) = self.text.split_once(':')?;
        let name = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
        (scheme.as_bytes().first()?.is_ascii_alphabetic() && scheme.bytes().all(name))
            .then_some(scheme)
    }

    /// The URI that a reference means when it stands in this one.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn merge(&self, heap: &'h Heap, reference: &str) -> Result<Uri<'h>, String> {
        let bad = |text: &str| format!("bad URI(is not URI?): {text:?}");
        let base = fluent_uri::Uri::parse(self.text).map_err(|_| bad(self.text))?;
        let reference = fluent_uri::UriRef::parse(reference).map_err(|_| bad(reference))?;
        let merged = reference
            .resolve_against(&base)
            .map_err(|e| e.to_string())?;
        Ok(Uri {
            text: heap.text(merged.as_str()),
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
