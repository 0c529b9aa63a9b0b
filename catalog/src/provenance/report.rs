//! What is told of a resource: steps that lead from it, or from one of its attributes, back to the
//! files that they come from.

/// A place in a file, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The file; code without one has none.
    pub file: Option<String>,
    /// The line, from 1; 0 when only the file is known.
    pub line: u32,
    /// The column in characters, from 1; 0 when only the line is known.
    pub column: u32,
    /// The text of the line; empty when it is not known or may hold a secret.
    pub text: String,
}

/// One step of an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What kind of step, in one of the words of `docs/explain.md`.
    pub kind: &'static str,
    /// The same for readers.
    pub text: String,
    /// Where.
    pub site: Option<Site>,
    /// What it comes from in turn.
    pub steps: Vec<Step>,
}

impl Step {
    /// A step that leads no further.
    pub(crate) fn new(kind: &'static str, text: impl Into<String>, site: Option<Site>) -> Step {
        Step {
            kind,
            text: text.into(),
            site,
            steps: Vec::new(),
        }
    }

    /// The step with what it comes from.
    pub(crate) fn with(self, steps: Vec<Step>) -> Step {
        Step { steps, ..self }
    }
}

/// How a resource stands to the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is in the catalog.
    Present,
    /// It is declared virtual, and nothing realizes it.
    Virtual,
    /// It is exported for other nodes only.
    Exported,
    /// It was declared a second time, which was refused.
    Refused,
}

impl Presence {
    /// The word for it in JSON.
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
    /// The value as the language writes it; `None` when it is a secret.
    pub value: Option<String>,
    /// Where the value comes from; then each value that it has replaced, the last first.
    pub steps: Vec<Step>,
}

/// A relationship of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// `before`, `notify` or `contains`.
    pub kind: &'static str,
    /// What comes first, or contains.
    pub source: String,
    /// What comes after it, or is contained.
    pub target: String,
    /// What made it so.
    pub steps: Vec<Step>,
}

/// What is told of one resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// `File[/etc/motd]`
    pub reference: String,
    /// How it stands to the catalog.
    pub presence: Presence,
    /// Where it is declared, and the chain from there to the main manifest.
    pub chain: Vec<Step>,
    /// Its attributes, in the order of the catalog.
    pub attributes: Vec<Attribute>,
    /// Its tags, each with what it comes from.
    pub tags: Vec<(String, String)>,
    /// Its relationships.
    pub relations: Vec<Relation>,
}

/// How two resources are ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What was asked to come first.
    pub source: String,
    /// What was asked to come after it.
    pub target: String,
    /// Whether the target is to be notified.
    pub notifies: bool,
    /// The shortest way from the one to the other; empty when there is none.
    pub path: Vec<Relation>,
    /// The shortest way back, when there is none forth.
    pub back: Vec<Relation>,
}

/// A reference that leads to no resource of the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The reference as it was asked for.
    pub reference: String,
    /// Why it is not there, as far as code that was not run tells.
    pub steps: Vec<Step>,
    /// The most similar references that are there.
    pub nearest: Vec<String>,
}

/// A line of the list of all resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `File[/etc/motd]`
    pub reference: String,
    /// How it stands to the catalog.
    pub presence: Presence,
    /// Where it is declared.
    pub site: Option<Site>,
    /// What it is declared in.
    pub container: String,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Resources that match.
    Subjects(Vec<Subject>),
    /// How two of them are ordered.
    Order(Order),
    /// No resource matches.
    Missing(Missing),
    /// All resources.
    List(Vec<Entry>),
}
