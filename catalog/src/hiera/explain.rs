//! Owns the explanations of lookups in the form of `puppet lookup --explain`: a tree that is
//! collected during the lookup.

use super::merge::Merge;
use super::text::inspected_encoding;
use crate::data::{Data, Pairs};
use std::sync::Arc;

/// The subject of a node in an explanation.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The lookup of a key.
    Root(Arc<str>),
    /// A key that must not be looked up.
    InvalidKey(Arc<str>),
    /// A layer, or a level of one.
    DataProvider {
        /// Its name.
        name: String,
        /// The configuration of a layer.
        config: Option<Arc<str>>,
        /// The module of a layer.
        module: Option<Arc<str>>,
    },
    /// A location of a level.
    Location {
        /// The interpolated text.
        text: Arc<str>,
        /// The configured text.
        original: Arc<str>,
        /// True if it is a URI and not a path.
        is_uri: bool,
    },
    /// A merge of the nodes below.
    Merge {
        /// The strategy.
        name: &'static str,
        /// Its options, a Hash, if it has any.
        options: Option<Data>,
    },
    /// A merge strategy that comes from `lookup_options`.
    MergeSource,
    /// The rest of a dotted key.
    SubKey(String),
    /// A segment of that rest.
    Segment,
    /// A node with a title of its own.
    Scope(String),
    /// An interpolation of a text.
    Interpolation(Arc<str>),
    /// A module that does not exist.
    NoModule(Arc<str>),
    /// A module without data.
    NoProvider(Arc<str>),
}

/// The outcome of a node.
#[derive(Clone, Debug)]
enum Event {
    NotFound(Arc<str>),
    Found(Arc<str>, Data),
    Result(Data),
    NoLocation,
}

/// A node of an explanation.
#[derive(Clone, Debug)]
struct Node {
    subject: Subject,
    branches: Vec<Node>,
    event: Option<Event>,
    /// Additional lines, shown last.
    texts: Vec<String>,
    /// For a merge, the number of branches that belong to the first value found.
    first: usize,
}

impl Node {
    fn new(subject: Subject) -> Node {
        Node {
            subject,
            branches: Vec::new(),
            event: None,
            texts: Vec::new(),
            first: 0,
        }
    }

    /// Replaces this very value by another one in the output.
    fn replace(&mut self, value: &Data, left: &Data) {
        for branch in &mut self.branches {
            branch.replace(value, left);
        }
        if let Some(Event::Found(_, shown) | Event::Result(shown)) = &mut self.event
            && shown.is_same(value)
        {
            *shown = left.clone();
        }
    }

    /// Returns the node that is shown instead of this one: a merge with a single branch is shown as
    /// that branch.
    fn shown_node(&self) -> &Node {
        match (&self.subject, self.branches.as_slice()) {
            (Subject::Merge { .. }, [only]) => only.shown_node(),
            _ => self,
        }
    }
}

/// A location in the data where a lookup found its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSource {
    /// The key that was found there.
    pub key: String,
    /// The layer or level, as `puppet lookup --explain` names it.
    pub level: String,
    /// The file or URI; `None` for a level that only calls a function.
    pub location: Option<Arc<str>>,
    /// The strategy that merged the value with those of other locations.
    pub merge: Option<&'static str>,
    /// The interpolations in the value: the expression, and the locations that provided its value.
    pub interpolated: Vec<(String, Vec<DataSource>)>,
}

/// The context of a node, as far as it describes a data source.
#[derive(Clone, Default)]
struct SourceContext {
    level: String,
    location: Option<Arc<str>>,
    merge: Option<&'static str>,
}

impl Node {
    /// Adds the locations where this node or one below it found something.
    fn add_sources(&self, around: &SourceContext, sources: &mut Vec<DataSource>) {
        let mut within = around.clone();
        let mut tells = false;
        match &self.subject {
            Subject::Root(key) | Subject::InvalidKey(key) if &**key == super::LOOKUP_OPTIONS => {
                return;
            }
            Subject::DataProvider { name, .. } => {
                within.level.clone_from(name);
                tells = true;
            }
            Subject::Location { text, .. } => {
                within.location = Some(Arc::clone(text));
                tells = true;
            }
            Subject::Scope(name) => within.level.clone_from(name),
            Subject::Merge { name, .. } if self.branches.len() > 1 => within.merge = Some(name),
            Subject::Interpolation(_) => return,
            _ => {}
        }
        let before = sources.len();
        for branch in &self.branches {
            branch.add_sources(&within, sources);
        }
        let found = match &self.event {
            Some(Event::Found(key, _)) if tells && sources.len() == before => key,
            _ => return,
        };
        let mut interpolated = Vec::new();
        self.add_interpolated(&mut interpolated);
        sources.push(DataSource {
            key: found.to_string(),
            level: within.level,
            location: within.location,
            merge: within.merge,
            interpolated,
        });
    }

    /// Adds the interpolations of the value that this node found.
    fn add_interpolated(&self, list: &mut Vec<(String, Vec<DataSource>)>) {
        for branch in &self.branches {
            match &branch.subject {
                Subject::Interpolation(text) => {
                    let mut sources = Vec::new();
                    for inner in &branch.branches {
                        inner.add_sources(&SourceContext::default(), &mut sources);
                    }
                    list.push((text.to_string(), sources));
                }
                _ => branch.add_interpolated(list),
            }
        }
    }
}

/// A collector of an explanation.
#[derive(Debug, Default)]
pub struct Explainer {
    done: Vec<Node>,
    /// The nodes in progress, outermost first.
    open: Vec<Node>,
    texts: Vec<String>,
}

impl Explainer {
    /// Starts a node; later nodes are added below it.
    pub(super) fn enter(&mut self, subject: Subject) {
        self.open.push(Node::new(subject));
    }

    /// Ends the innermost node.
    pub(super) fn leave(&mut self) {
        if let Some(node) = self.open.pop() {
            self.branches().push(node);
        }
    }

    fn branches(&mut self) -> &mut Vec<Node> {
        match self.open.last_mut() {
            Some(node) => &mut node.branches,
            None => &mut self.done,
        }
    }

    fn event(&mut self, event: Event) {
        if let Some(node) = self.open.last_mut() {
            node.event = Some(event);
        }
    }

    pub(super) fn found(&mut self, key: &str, value: &Data) {
        self.event(Event::Found(Arc::from(key), value.clone()));
    }

    pub(super) fn not_found(&mut self, key: &str) {
        self.event(Event::NotFound(Arc::from(key)));
    }

    pub(super) fn result(&mut self, value: &Data) {
        self.event(Event::Result(value.clone()));
    }

    /// Marks the branches so far as those of the first value of a merge.
    pub(super) fn first_of_merge(&mut self) {
        if let Some(node) = self.open.last_mut() {
            node.first = node.branches.len();
        }
    }

    /// Shows the changed value after a merge: of the first value, or of the latest one if the merge
    /// is reversed.
    pub(super) fn left(&mut self, merge: &Merge, value: &Data, left: &Data) {
        let Some(node) = self.open.last_mut() else {
            return;
        };
        let told = match merge.is_reverse() {
            true => node.branches.len().saturating_sub(1)..node.branches.len(),
            false => 0..node.first,
        };
        for branch in node.branches.get_mut(told).into_iter().flatten() {
            branch.replace(value, left);
        }
    }

    pub(super) fn no_location(&mut self) {
        self.event(Event::NoLocation);
    }

    /// Adds a line to the current node.
    pub fn text(&mut self, text: String) {
        match self.open.last_mut() {
            Some(node) => node.texts.push(text),
            None => self.texts.push(text),
        }
    }

    /// Adds an explanation collected elsewhere to the current node.
    pub(super) fn take(&mut self, other: Explanation) {
        self.branches().extend(other.branches);
        other.texts.into_iter().for_each(|text| self.text(text));
    }

    /// Returns the explanation; closes nodes that an error left open.
    pub(super) fn finish(mut self) -> Explanation {
        while !self.open.is_empty() {
            self.leave();
        }
        Explanation {
            branches: self.done,
            texts: self.texts,
        }
    }
}

/// An explanation.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    branches: Vec<Node>,
    texts: Vec<String>,
}

impl Explanation {
    /// Appends another explanation.
    pub fn append(&mut self, other: Explanation) {
        self.branches.extend(other.branches);
        self.texts.extend(other.texts);
    }

    /// Adds a line at the end.
    pub fn push_text(&mut self, text: String) {
        self.texts.push(text);
    }

    /// Formats the explanation like `puppet lookup --explain`; `text_of` formats rich values.
    pub fn text(&self, text_of: &dyn Fn(&Data) -> String) -> String {
        let mut writer = Text {
            out: String::new(),
            text_of,
        };
        for node in &self.branches {
            writer.node(node, 0);
        }
        for text in &self.texts {
            writer.line(0, text);
        }
        writer.out
    }

    /// Returns the locations that contributed to the value, in the order in which they were
    /// searched.
    pub fn sources(&self) -> Vec<DataSource> {
        let mut sources = Vec::new();
        for node in &self.branches {
            node.add_sources(&SourceContext::default(), &mut sources);
        }
        sources
    }

    /// Converts the tree to data with Symbols as names.
    pub fn data(&self) -> Data {
        match self.branches.as_slice() {
            // a single branch is shown without a root
            [only] => node_data(only),
            branches => {
                let mut pairs = Pairs::default();
                branches_data(branches, &mut pairs);
                Data::hash(pairs)
            }
        }
    }
}

fn symbol(name: &str) -> Data {
    Data::Symbol(Arc::from(name))
}

fn branches_data(branches: &[Node], pairs: &mut Pairs) {
    if !branches.is_empty() {
        let list = branches.iter().map(node_data).collect();
        pairs.insert(symbol("branches"), Data::array(list));
    }
}

// Long because there is an arm for each kind of event and subject.
fn node_data(node: &Node) -> Data {
    let node = node.shown_node();
    let mut pairs = Pairs::default();
    branches_data(&node.branches, &mut pairs);
    let mut add = |name: &str, value: Data| drop(pairs.insert(symbol(name), value));
    if let Subject::Root(key) | Subject::InvalidKey(key) = &node.subject {
        add("key", Data::String(Arc::clone(key)));
    }
    let event = match &node.event {
        Some(Event::NotFound(key)) => {
            add("key", Data::String(Arc::clone(key)));
            Some("not_found")
        }
        Some(Event::Found(key, value)) => {
            add("key", Data::String(Arc::clone(key)));
            add("value", value.clone());
            Some("found")
        }
        Some(Event::Result(value)) => {
            add("value", value.clone());
            Some("result")
        }
        Some(Event::NoLocation) => Some("location_not_found"),
        None => match node.subject {
            Subject::NoModule(_) => Some("module_not_found"),
            Subject::NoProvider(_) => Some("module_provider_not_found"),
            _ => None,
        },
    };
    if let Some(event) = event {
        add("event", symbol(event));
    }
    if !node.texts.is_empty() {
        let texts = node.texts.iter().map(|text| Data::string(text)).collect();
        add("texts", Data::array(texts));
    }
    let shared = |text: &Arc<str>| Data::String(Arc::clone(text));
    match &node.subject {
        Subject::Root(_) => add("type", symbol("root")),
        Subject::InvalidKey(_) => add("type", symbol("invalid_key")),
        Subject::DataProvider {
            name,
            config,
            module,
        } => {
            add("type", symbol("data_provider"));
            add("name", Data::string(name));
            if let Some(config) = config {
                add("configuration_path", shared(config));
            }
            if let Some(module) = module {
                add("module", shared(module));
            }
        }
        Subject::Location {
            text,
            original,
            is_uri,
        } => {
            let (kind, original_kind) = match is_uri {
                true => ("uri", "original_uri"),
                false => ("path", "original_path"),
            };
            add("type", symbol(kind));
            add(original_kind, shared(original));
            add(kind, shared(text));
        }
        Subject::Merge { name, options } => {
            add("type", symbol("merge"));
            add("merge", symbol(name));
            if let Some(options) = options {
                add("options", options.clone());
            }
        }
        Subject::MergeSource => {
            add("type", symbol("merge_source"));
            add("merge_source", Data::string(super::LOOKUP_OPTIONS));
        }
        Subject::SubKey(_) => add("type", symbol("sub_key")),
        Subject::Segment => add("type", symbol("segment")),
        Subject::Scope(name) => {
            add("type", symbol("scope"));
            add("name", Data::string(name));
        }
        Subject::Interpolation(expression) => {
            add("type", symbol("interpolate"));
            add("expression", shared(expression));
        }
        Subject::NoModule(_) | Subject::NoProvider(_) => add("type", symbol("module")),
    }
    Data::hash(pairs)
}

/// A writer of the lines of an explanation.
struct Text<'t> {
    out: String,
    text_of: &'t dyn Fn(&Data) -> String,
}

impl Text<'_> {
    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.indent(depth);
        self.out.push_str(text);
        self.out.push('\n');
    }

    // Long because there is an arm for each kind of subject and event.
    fn node(&mut self, node: &Node, depth: usize) {
        let node = node.shown_node();
        let heading = match &node.subject {
            Subject::Root(key) => Some(format!("Searching for \"{key}\"")),
            Subject::InvalidKey(key) => Some(format!("Invalid key \"{key}\"")),
            Subject::DataProvider { name, .. } | Subject::Scope(name) => Some(name.clone()),
            Subject::Location {
                text, is_uri: true, ..
            } => Some(format!("URI \"{text}\"")),
            Subject::Location { text, .. } => Some(format!("Path \"{text}\"")),
            Subject::Merge { name, .. } => Some(format!("Merge strategy {name}")),
            Subject::MergeSource => {
                Some("Using merge options from \"lookup_options\" hash".to_owned())
            }
            Subject::SubKey(path) => Some(format!("Sub key: \"{path}\"")),
            Subject::Segment => None,
            Subject::Interpolation(text) => Some(format!("Interpolation on \"{text}\"")),
            Subject::NoModule(name) => Some(format!("Module \"{name}\" not found")),
            Subject::NoProvider(name) => Some(format!(
                "Module data provider for module \"{name}\" not found"
            )),
        };
        let mut inner = depth;
        if let Some(heading) = heading {
            self.line(depth, &heading);
            inner += 1;
        }
        match &node.subject {
            Subject::DataProvider {
                config: Some(config),
                ..
            } => self.line(inner, &format!("Using configuration \"{config}\"")),
            Subject::Location {
                original, is_uri, ..
            } => {
                let kind = if *is_uri { "uri" } else { "path" };
                self.line(inner, &format!("Original {kind}: \"{original}\""));
            }
            Subject::Merge {
                options: Some(options),
                ..
            } => self.value(inner, "Options", options),
            _ => {}
        }
        for branch in &node.branches {
            self.node(branch, inner);
        }
        match &node.event {
            Some(Event::NotFound(key)) => self.line(inner, &format!("No such key: \"{key}\"")),
            Some(Event::Found(key, value)) => {
                self.value(inner, &format!("Found key: \"{key}\" value"), value);
            }
            Some(Event::Result(value)) => self.value(inner, "Merged result", value),
            Some(Event::NoLocation) => {
                let uri = matches!(node.subject, Subject::Location { is_uri: true, .. });
                self.line(
                    inner,
                    if uri {
                        "URI not found"
                    } else {
                        "Path not found"
                    },
                );
            }
            None => {}
        }
        // lines of an interpolation appear only in the data
        if !matches!(node.subject, Subject::Interpolation(_)) {
            for text in &node.texts {
                self.line(inner, text);
            }
        }
    }

    /// Writes `LABEL: VALUE`.
    fn value(&mut self, depth: usize, label: &str, value: &Data) {
        self.indent(depth);
        self.out.push_str(label);
        self.out.push_str(": ");
        self.data(value, depth);
        self.out.push('\n');
    }

    fn new_line(&mut self, depth: usize) {
        self.out.push('\n');
        self.indent(depth);
    }

    fn data(&mut self, value: &Data, depth: usize) {
        match value {
            Data::Array(items) if !items.is_empty() => {
                self.out.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.out.push_str(if index > 0 { "," } else { "" });
                    self.new_line(depth + 1);
                    self.data(item, depth + 1);
                }
                self.new_line(depth);
                self.out.push(']');
            }
            Data::Hash(hash) if !hash.is_empty() => {
                self.out.push('{');
                for (index, (key, value)) in hash.iter().enumerate() {
                    self.out.push_str(if index > 0 { "," } else { "" });
                    self.new_line(depth + 1);
                    self.data(key, depth + 1);
                    self.out.push_str(" => ");
                    self.data(value, depth + 1);
                }
                self.new_line(depth);
                self.out.push('}');
            }
            Data::Array(_) => self.out.push_str("[]"),
            Data::Hash(_) => self.out.push_str("{}"),
            Data::String(text) => rubycore::inspect::write(text, &mut self.out),
            Data::Undef => self.out.push_str("nil"),
            Data::Boolean(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Data::Integer(value) => self.out.push_str(&value.to_string()),
            Data::BigInteger(digits) => self.out.push_str(digits),
            Data::Float(value) => rubycore::float::write(*value, &mut self.out),
            Data::Symbol(name) => {
                self.out.push(':');
                self.out.push_str(name);
            }
            Data::Encoding(name) => self.out.push_str(&inspected_encoding(name)),
            Data::Rich(_) => {
                let text = (self.text_of)(value);
                self.out.push_str(&text);
            }
        }
    }
}
