//! Owns the form of explanations: steps that lead from a resource or an attribute back to the files
//! that it comes from.

/// A place in a file as users see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The path of the file; `None` for code without a file.
    pub file: Option<String>,
    /// The line, from 1; 0 if only the file is known.
    pub line: u32,
    /// The column in characters, from 1; 0 if only the line is known.
    pub column: u32,
    /// The text of the line; empty if it is unknown or may contain a secret.
    pub text: String,
}

/// A step of an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of step: one of the words in `docs/explain.md`.
    pub kind: &'static str,
    /// The description for users.
    pub text: String,
    /// The place in a file.
    pub site: Option<Site>,
    /// The steps that it depends on.
    pub steps: Vec<Step>,
}

impl Step {
    /// Creates a step that depends on no others.
    pub(crate) fn new(kind: &'static str, text: impl Into<String>, site: Option<Site>) -> Step {
        Step {
            kind,
            text: text.into(),
            site,
            steps: Vec::new(),
        }
    }

    /// Returns the step with the steps that it depends on.
    pub(crate) fn with(self, steps: Vec<Step>) -> Step {
        Step { steps, ..self }
    }
}

/// The state of a resource in the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The resource is in the catalog.
    Present,
    /// It is virtual, and nothing realizes it.
    Virtual,
    /// It is exported for other nodes only.
    Exported,
    /// It is a second declaration, which was rejected.
    Refused,
}

impl Presence {
    /// Returns the word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Presence::Present => "present",
            Presence::Virtual => "virtual",
            Presence::Exported => "exported",
            Presence::Refused => "refused",
        }
    }
}

/// An attribute and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: String,
    /// The value in Puppet syntax; `None` if it is a secret.
    pub value: Option<String>,
    /// The origin of the value, then each value that it has replaced, the latest first.
    pub steps: Vec<Step>,
}

/// A relationship of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// `before`, `notify` or `contains`.
    pub kind: &'static str,
    /// The resource that comes first, or the container.
    pub source: String,
    /// The resource that comes after it, or the content.
    pub target: String,
    /// The origin of the relationship.
    pub steps: Vec<Step>,
}

/// The explanation of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The reference, such as `File[/etc/motd]`.
    pub reference: String,
    /// The state in the catalog.
    pub presence: Presence,
    /// The place of its declaration, and the chain from there to the main manifest.
    pub chain: Vec<Step>,
    /// Its attributes, in the order of the catalog.
    pub attributes: Vec<Attribute>,
    /// Its tags, each with its origin.
    pub tags: Vec<(String, String)>,
    /// Its relationships.
    pub relations: Vec<Relation>,
}

/// The order of two resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The resource that should come first.
    pub source: String,
    /// The resource that should come after it.
    pub target: String,
    /// True if the target should be notified.
    pub notifies: bool,
    /// The shortest path from the source to the target; empty if there is none.
    pub path: Vec<Relation>,
    /// The shortest path back, if there is no path forward.
    pub back: Vec<Relation>,
}

/// A reference that leads to no resource of the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The reference as requested.
    pub reference: String,
    /// The reasons why it is missing, as far as code that did not run reveals them.
    pub steps: Vec<Step>,
    /// The most similar references in the catalog.
    pub nearest: Vec<String>,
}

/// An entry in the list of all resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The reference, such as `File[/etc/motd]`.
    pub reference: String,
    /// The state in the catalog.
    pub presence: Presence,
    /// The place of its declaration.
    pub site: Option<Site>,
    /// The resource that contains its declaration.
    pub container: String,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The resources that match.
    Subjects(Vec<Subject>),
    /// The order of two resources.
    Order(Order),
    /// No resource matches.
    Missing(Missing),
    /// All resources.
    List(Vec<Entry>),
}
