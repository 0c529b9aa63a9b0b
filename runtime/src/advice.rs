//! Owns the facts about an error that its text does not contain. Advice for people is made from
//! them. Logs, transcripts and code in Ruby never show them.

use crate::place::Place;

/// The kind of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// A function.
    Function,
    /// A class.
    Class,
    /// A resource type or define.
    ResourceType,
    /// A data type, or a resource type in a reference.
    Type,
    /// A variable, without its `$`.
    Variable,
    /// A parameter of a class or define, or an attribute of a resource type.
    Parameter,
    /// A key of the data.
    Key,
    /// A key of a hash.
    HashKey,
    /// A template, as `module/name`.
    Template,
    /// A file below the folder `files` of a module, as `module/name`.
    File,
}

/// A name that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// Its kind.
    pub kind: NameKind,
    /// The name as it is written.
    pub name: String,
    /// The names of that kind that were known at that place. Empty for kinds whose names are the same
    /// everywhere.
    pub known: Vec<String>,
}

/// Facts about an error.
#[derive(Clone, Debug)]
pub enum Advice {
    /// A name is not known.
    Unknown(Unknown),
    /// Puppet continues with other values of these settings, such as `strict=warning`.
    Settings(&'static [&'static str]),
    /// The code that an error is about, for an error that shows no place.
    About(Place),
    /// The parameter or attribute that an error is about. Its resource may set it.
    Parameter(String),
}

impl Advice {
    /// Makes the advice about an unknown name, for names that are the same everywhere.
    pub fn unknown(kind: NameKind, name: impl Into<String>) -> Advice {
        Advice::unknown_among(kind, name, Vec::new())
    }

    /// Returns the advice about an unknown name, with the known names.
    pub fn unknown_among(kind: NameKind, name: impl Into<String>, known: Vec<String>) -> Advice {
        Advice::Unknown(Unknown {
            kind,
            name: name.into(),
            known,
        })
    }
}
