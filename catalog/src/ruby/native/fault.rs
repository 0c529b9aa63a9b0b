//! Owns Ruby's errors that code may rescue.
//!
//! An error becomes a `Fault` only if Ruby is certain to raise it. An error without a handler ends
//! the attempt, and the process reports it in Ruby's words.

/// The classes of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// `ArgumentError`
    Argument,
    /// `TypeError`
    Type,
    /// `NoMethodError`
    NoMethod,
    /// `IPAddr::InvalidAddressError`
    Address,
    /// `JSON::ParserError`
    Json,
}

impl Fault {
    /// Returns the class of the error and its superclasses below `StandardError`.
    fn classes(self) -> &'static [&'static str] {
        match self {
            Fault::Argument => &["ArgumentError"],
            Fault::Type => &["TypeError"],
            Fault::NoMethod => &["NoMethodError", "NameError"],
            Fault::Address => &[
                "IPAddr::InvalidAddressError",
                "IPAddr::Error",
                "ArgumentError",
            ],
            Fault::Json => &["JSON::ParserError", "JSON::JSONError"],
        }
    }

    /// Returns true if the error belongs to a class.
    pub fn is_a(self, class: &str) -> bool {
        class == STANDARD || class == "Exception" || self.classes().contains(&class)
    }
}

/// The class of errors that a handler without classes handles.
pub static STANDARD: &str = "StandardError";

/// The classes that handlers may name.
static CLASSES: &[&str] = &[
    "ArgumentError",
    "Errno::EACCES",
    "Errno::ENOENT",
    "Exception",
    "FloatDomainError",
    "FrozenError",
    "IOError",
    "IPAddr::AddressFamilyError",
    "IPAddr::Error",
    "IPAddr::InvalidAddressError",
    "IPAddr::InvalidPrefixError",
    "IndexError",
    "JSON::JSONError",
    "JSON::ParserError",
    "KeyError",
    "LoadError",
    "NameError",
    "NoMethodError",
    "NotImplementedError",
    "Puppet::Error",
    "Puppet::ParseError",
    "RangeError",
    "RegexpError",
    "RuntimeError",
    "StandardError",
    "SystemCallError",
    "TypeError",
    "URI::InvalidURIError",
    "ZeroDivisionError",
];

/// Returns the name in the table of the class of errors whose constant has this name.
pub fn class(name: &str) -> Option<&'static &'static str> {
    CLASSES.iter().find(|class| **class == name)
}
