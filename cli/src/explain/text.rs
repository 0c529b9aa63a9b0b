//! Writes answers as a tree for people: a line for each step, with its origin below it.

use std::fmt::Write as _;

use catalog::provenance::report::{
    Answer, Attribute, Entry, Missing, Order, Presence, Relation, Site, Step, Subject,
};

/// Writes answers.
pub struct Text {
    out: String,
    has_colors: bool,
    has_source: bool,
    /// The folder that shown paths are relative to.
    folder: Option<String>,
}

const BOLD: &str = "1";
const NAME: &str = "36";
const PLACE: &str = "34";
const DIM: &str = "2";
const WARNING: &str = "33";

impl Text {
    /// Makes an empty text.
    pub fn new(has_colors: bool, has_source: bool) -> Text {
        let folder = std::env::current_dir().ok();
        Text {
            out: String::new(),
            has_colors,
            has_source,
            folder: folder.and_then(|path| path.to_str().map(|path| format!("{path}/"))),
        }
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.out
    }

    /// Writes an answer about a node. A missing resource takes one line if another node has it.
    pub fn answer(&mut self, node: &str, answer: &Answer, is_elsewhere: bool) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        match answer {
            Answer::Subjects(subjects) => {
                for (at, subject) in subjects.iter().enumerate() {
                    if at > 0 {
                        self.out.push('\n');
                    }
                    self.subject(node, subject);
                }
            }
            Answer::Order(order) => self.order(node, order),
            Answer::Missing(missing) => self.missing(node, missing, is_elsewhere),
            Answer::List(entries) => self.list(node, entries),
        }
    }

    fn painted(&self, color: &str, text: &str) -> String {
        match self.has_colors {
            true => format!("\x1b[{color}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn head(&mut self, reference: &str, node: &str, note: &str) {
        let reference = self.painted(BOLD, reference);
        let note = match note {
            "" => String::new(),
            note => format!(" {}", self.painted(WARNING, note)),
        };
        self.line(0, &format!("{reference} on {node}{note}"));
    }

    fn subject(&mut self, node: &str, subject: &Subject) {
        let note = match subject.presence {
            Presence::Present => "",
            Presence::Virtual => "(virtual, and nothing realizes it)",
            Presence::Exported => "(exported for other nodes only)",
            Presence::Refused => "(declared a second time, which is an error)",
        };
        self.head(&subject.reference, node, note);
        for step in &subject.chain {
            let depth = match step.kind {
                "also" | "called" | "realized" => 2,
                _ => 1,
            };
            self.step(depth, step);
        }
        for attribute in &subject.attributes {
            self.attribute(attribute);
        }
        if !subject.relations.is_empty() {
            self.out.push('\n');
            for relation in &subject.relations {
                self.relation(relation, Some(&subject.reference));
            }
        }
        self.tags(&subject.tags);
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.out.push('\n');
        let name = self.painted(NAME, &attribute.name);
        let value = match &attribute.value {
            Some(value) => value.clone(),
            None => self.painted(DIM, "(a secret)"),
        };
        self.line(1, &format!("{name} => {value}"));
        for step in &attribute.steps {
            self.step(2, step);
        }
    }

    fn relation(&mut self, relation: &Relation, subject: Option<&str>) {
        let text = match (relation.kind, subject) {
            ("contains", _) => format!("{} contains {}", relation.source, relation.target),
            ("notify", Some(own)) if relation.source == own => {
                format!("before {}, which it notifies", relation.target)
            }
            ("notify", Some(_)) => format!("after {}, which notifies it", relation.source),
            (_, Some(own)) if relation.source == own => format!("before {}", relation.target),
            (_, Some(_)) => format!("after {}", relation.source),
            ("notify", None) => format!("{} ~> {}", relation.source, relation.target),
            (_, None) => format!("{} -> {}", relation.source, relation.target),
        };
        self.line(1, &text);
        for step in &relation.steps {
            self.step(2, step);
        }
    }

    fn tags(&mut self, tags: &[(String, String)]) {
        if tags.is_empty() {
            return;
        }
        // groups tags of one origin, in the order of the first tag of each group
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for (tag, origin) in tags {
            match groups.iter_mut().find(|(other, _)| other == origin) {
                Some((_, list)) => list.push(tag),
                None => groups.push((origin, vec![tag])),
            }
        }
        self.out.push('\n');
        let name = self.painted(NAME, "tags");
        self.line(1, &name);
        for (origin, list) in groups {
            self.line(2, &format!("{} from {origin}", list.join(", ")));
        }
    }

    fn order(&mut self, node: &str, order: &Order) {
        let arrow = if order.notifies { "~>" } else { "->" };
        let question = format!("{} {arrow} {}", order.source, order.target);
        let contains = |path: &[Relation]| {
            !path.is_empty() && path.iter().all(|relation| relation.kind == "contains")
        };
        let note = match (order.path.as_slice(), order.back.as_slice()) {
            (path, _) if contains(path) => "(the first contains the second)",
            ([], back) if contains(back) => "(the second contains the first)",
            ([], []) => "(nothing orders them)",
            ([], _) => "(in the opposite order)",
            _ => "",
        };
        self.head(&question, node, note);
        let path = match order.path.is_empty() {
            true => &order.back,
            false => &order.path,
        };
        for relation in path {
            self.relation(relation, None);
        }
    }

    fn missing(&mut self, node: &str, missing: &Missing, is_elsewhere: bool) {
        self.head(&missing.reference, node, "(not in the catalog)");
        if is_elsewhere {
            return;
        }
        for step in &missing.steps {
            self.step(1, step);
        }
        if !missing.nearest.is_empty() {
            self.line(1, &format!("similar: {}", missing.nearest.join(", ")));
        }
    }

    fn list(&mut self, node: &str, entries: &[Entry]) {
        self.head(&format!("{} resources", entries.len()), node, "");
        for entry in entries {
            let note = match entry.presence {
                Presence::Present => "",
                Presence::Virtual => " (virtual)",
                Presence::Exported => " (exported)",
                Presence::Refused => " (refused)",
            };
            let place = match &entry.site {
                Some(site) => format!(" at {}", self.place(site)),
                None => String::new(),
            };
            let reference = self.painted(BOLD, &entry.reference);
            self.line(
                1,
                &format!("{reference}{note} in {}{place}", entry.container),
            );
        }
    }

    fn step(&mut self, depth: usize, step: &Step) {
        let place = match &step.site {
            Some(site) => format!(" at {}", self.place(site)),
            None => String::new(),
        };
        self.line(depth, &format!("{}{place}", step.text));
        if let Some(site) = step.site.as_ref().filter(|_| self.has_source)
            && !site.text.trim().is_empty()
        {
            let source = format!("{} | {}", site.line, site.text.trim());
            let source = self.painted(DIM, &source);
            self.line(depth + 1, &source);
        }
        for inner in &step.steps {
            self.step(depth + 1, inner);
        }
    }

    fn place(&self, site: &Site) -> String {
        let file = site.file.as_deref().unwrap_or("the given code");
        let file = match &self.folder {
            Some(folder) => file.strip_prefix(folder.as_str()).unwrap_or(file),
            None => file,
        };
        let text = match site.line {
            0 => file.to_owned(),
            line => format!("{file}:{line}"),
        };
        self.painted(PLACE, &text)
    }
}
