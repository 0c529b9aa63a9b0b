//! Errors of Ruby that code may rescue.
//!
//! Only an error that is certain is one of these. Without a handler it ends the attempt, and the process tells
//! it in Ruby's words.

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
    /// The class and the classes that it is one of.
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

    /// Whether an error is one of a class.
    pub fn is_a(self, class: &str) -> bool {
        matches!(class, STANDARD | "Exception") || self.classes().contains(&class)
    }
}

/// The class of the errors that a handler without classes is for.
pub const STANDARD: &str = "StandardError";

/// The classes that handlers may name.
const CLASSES: &[&str] = &[
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

/// A class of errors by the name of its constant.
pub fn class(name: &str) -> Option<&'static str> {
    CLASSES.iter().find(|class| **class == name).copied()
}
