//! URIs.

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
