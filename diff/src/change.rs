//! Owns the differences between two catalogs of a node, as data.

use std::fmt;

use serde_json::Value;

use crate::path::Path;

/// The type and title of a resource, `Type[title]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reference {
    /// The type in the form of catalogs: each part begins with a capital letter.
    pub type_name: String,
    /// The title.
    pub title: String,
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.type_name, self.title)
    }
}

impl Reference {
    /// Parses a reference like `File[/etc/motd]`. A text without brackets is a type without a
    /// title, as in edges of broken catalogs.
    pub fn parse(text: &str) -> Reference {
        let (type_name, title) = match text.split_once('[') {
            Some((type_name, rest)) => (type_name, rest.strip_suffix(']').unwrap_or(rest)),
            None => (text, ""),
        };
        Reference {
            type_name: type_name.to_owned(),
            title: title.to_owned(),
        }
    }
}

/// The meaning of an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relationship {
    /// The source contains the target: the only edges that Puppet's own catalogs have.
    Contains,
    /// `before`, in PuppetDB's form.
    Before,
    /// `require`, from the resource that is required.
    RequiredBy,
    /// `notify`.
    Notifies,
    /// `subscribe`, from the resource that is subscribed to.
    SubscriptionOf,
}

impl Relationship {
    /// Returns the relationship for PuppetDB's word. Unknown words mean containment.
    pub fn parse(word: &str) -> Relationship {
        match word {
            "before" => Relationship::Before,
            "required-by" => Relationship::RequiredBy,
            "notifies" => Relationship::Notifies,
            "subscription-of" => Relationship::SubscriptionOf,
            _ => Relationship::Contains,
        }
    }

    /// Returns PuppetDB's word for the relationship.
    pub fn word(self) -> &'static str {
        match self {
            Relationship::Contains => "contains",
            Relationship::Before => "before",
            Relationship::RequiredBy => "required-by",
            Relationship::Notifies => "notifies",
            Relationship::SubscriptionOf => "subscription-of",
        }
    }
}

/// An edge between two resources.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The resource where the edge begins. For containment it is the class or define around the
    /// target.
    pub source: Reference,
    /// The resource where the edge ends.
    pub target: Reference,
    /// The meaning of the edge.
    pub relationship: Relationship,
}

/// The side that has something which the other side lacks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// Only on the old side.
    Removed,
    /// Only on the new side.
    Added,
}

impl Sign {
    /// Returns `-` or `+`.
    pub fn mark(self) -> char {
        match self {
            Sign::Removed => '-',
            Sign::Added => '+',
        }
    }

    /// Returns `removed` or `added`.
    pub fn word(self) -> &'static str {
        match self {
            Sign::Removed => "removed",
            Sign::Added => "added",
        }
    }
}

/// A value that may be shown, or a placeholder for one that may not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ShownValue {
    /// The value, in which sensitive parts are replaced.
    Value(Value),
    /// A sensitive value. Two hidden values in one change are different.
    Hidden,
}

/// A difference of one attribute, or of a value inside of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AttributeChange {
    /// The attribute, and the keys and indices that lead to the value.
    pub path: Path,
    /// The old value, if there was one.
    pub old: Option<ShownValue>,
    /// The new value, if there is one.
    pub new: Option<ShownValue>,
}

/// The contents of a resource that only one side has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ResourceContents {
    /// The parameters in the order of the catalog.
    pub parameters: Vec<(String, ShownValue)>,
    /// The tags, sorted.
    pub tags: Vec<String>,
    /// True if the resource is exported.
    pub exported: bool,
}

/// The place where a resource is declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// The manifest.
    pub file: Option<String>,
    /// The line, from 1 on.
    pub line: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}"),
            (Some(file), None) => f.write_str(file),
            _ => Ok(()),
        }
    }
}

/// One difference between two catalogs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A resource that only one side has.
    Resource {
        /// The side that has the resource.
        sign: Sign,
        /// The type and title.
        reference: Reference,
        /// The place where the resource is declared.
        place: Place,
        /// The contents of the resource.
        state: ResourceContents,
    },
    /// A resource that differs.
    Changed {
        /// The type and title.
        reference: Reference,
        /// The place where the new resource is declared.
        place: Place,
        /// The attributes that differ; never empty.
        attributes: Vec<AttributeChange>,
    },
    /// A class in the list of classes.
    Class {
        /// The side that has the class.
        sign: Sign,
        /// The name of the class.
        name: String,
    },
    /// A tag of the catalog.
    Tag {
        /// The side that has the tag.
        sign: Sign,
        /// The tag.
        name: String,
    },
    /// An edge.
    Edge {
        /// The side that has the edge.
        sign: Sign,
        /// The edge.
        edge: Edge,
        /// True if a resource at one end of the edge is added or removed too, which explains the
        /// difference.
        implied: bool,
    },
}

impl Change {
    /// Returns the resource that the change is about, or `None` if it is about the catalog.
    pub fn reference(&self) -> Option<&Reference> {
        match self {
            Change::Resource { reference, .. } | Change::Changed { reference, .. } => {
                Some(reference)
            }
            Change::Edge { edge, .. } => Some(&edge.target),
            Change::Class { .. } | Change::Tag { .. } => None,
        }
    }
}
