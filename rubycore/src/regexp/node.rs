//! Owns the tree of a parsed pattern, and queries about it.

/// A piece of a pattern. Anchors carry Ruby's meaning, characters their own case-folding flag.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// The empty pattern, which matches everywhere.
    Empty,
    /// A character.
    Char {
        /// The character.
        char: char,
        /// True if case is ignored.
        fold: bool,
    },
    /// `.`
    Any {
        /// True if it matches line breaks too.
        newline: bool,
    },
    /// A class.
    Class {
        /// In the engine's syntax, without flags around it.
        text: String,
        /// True if case is ignored.
        fold: bool,
    },
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// `\A`
    TextStart,
    /// `\z`
    TextEnd,
    /// `\Z`
    TextEndBeforeNewline,
    /// `\b`, `\B`
    WordBoundary {
        /// `\B`
        negated: bool,
        /// True if letters outside of ASCII count, too.
        unicode: bool,
    },
    /// `\G`
    SearchStart,
    /// `\K`
    Keep,
    /// `\R`
    LineBreak,
    /// `\X`
    Grapheme,
    /// `(x)`, `(?<name>x)`
    Capture {
        /// Its number.
        group: usize,
        /// The captured pattern.
        body: Box<Node>,
    },
    /// `(?>x)`
    Atomic(Box<Node>),
    /// `(?=x)`, `(?!x)`, `(?<=x)`, `(?<!x)`
    Look {
        /// True if it looks at the text before.
        behind: bool,
        /// True if it matches where its body does not.
        negated: bool,
        /// The pattern that must, or must not, match there.
        body: Box<Node>,
    },
    /// `x*`, `x{1,2}?`
    Repeat {
        /// The repeated pattern.
        body: Box<Node>,
        /// The least number of repetitions.
        min: u32,
        /// The greatest number of repetitions; `None` for no bound.
        max: Option<u32>,
        /// The strategy: which number of repetitions is tried first.
        kind: Kind,
    },
    /// Patterns that follow each other.
    Concat(Vec<Node>),
    /// `a|b`
    Alternate(Vec<Node>),
    /// `\1`, `\k<name>`: the text of the last of the groups that took part.
    Backreference {
        /// The groups of the name.
        groups: Vec<usize>,
        /// True if case is ignored.
        fold: bool,
        /// `\k<name+1>`: the difference between the level of the calls to look in and the current
        /// level.
        level: Option<i32>,
    },
    /// `\g<name>`
    Call(usize),
    /// `(?(1)yes|no)`
    Conditional {
        /// The group that must have matched.
        group: usize,
        /// For when it took part.
        yes: Box<Node>,
        /// For when it did not.
        no: Box<Node>,
    },
    /// `(?~X)`
    Absent(Box<Node>),
}

/// The strategy of a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// As often as possible.
    Greedy,
    /// As seldom as possible.
    Lazy,
    /// As often as possible, and never less.
    Possessive,
}

impl Node {
    /// Returns the direct children of a node.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        let (two, more): ([Option<&Node>; 2], &[Node]) = match self {
            Node::Capture { body, .. }
            | Node::Atomic(body)
            | Node::Look { body, .. }
            | Node::Repeat { body, .. }
            | Node::Absent(body) => ([Some(body), None], &[]),
            Node::Conditional { yes, no, .. } => ([Some(yes), Some(no)], &[]),
            Node::Concat(items) | Node::Alternate(items) => ([None, None], items),
            _ => ([None, None], &[]),
        };
        two.into_iter().flatten().chain(more)
    }

    /// Returns true if every match takes at least one character.
    pub fn takes_text(&self) -> bool {
        match self {
            Node::Char { .. } | Node::Any { .. } | Node::Class { .. } => true,
            Node::LineBreak | Node::Grapheme => true,
            Node::Capture { body, .. } | Node::Atomic(body) => body.takes_text(),
            Node::Repeat { body, min, .. } => *min > 0 && body.takes_text(),
            Node::Concat(items) => items.iter().any(Node::takes_text),
            Node::Alternate(items) => items.iter().all(Node::takes_text),
            Node::Conditional { yes, no, .. } => yes.takes_text() && no.takes_text(),
            _ => false,
        }
    }

    /// Returns the length in characters, when all matches have the same length. Look-behind needs
    /// it.
    pub fn length(&self) -> Option<usize> {
        match self {
            Node::Char { .. } | Node::Any { .. } | Node::Class { .. } => Some(1),
            Node::Empty | Node::LineStart | Node::LineEnd | Node::TextStart => Some(0),
            Node::TextEnd | Node::TextEndBeforeNewline | Node::WordBoundary { .. } => Some(0),
            Node::SearchStart | Node::Keep | Node::Look { behind: true, .. } => Some(0),
            Node::Capture { body, .. } => body.length(),
            Node::Repeat { body, min, max, .. } => {
                (*max == Some(*min)).then_some(())?;
                Some(body.length()? * *min as usize)
            }
            Node::Concat(items) => items
                .iter()
                .try_fold(0usize, |sum, item| Some(sum + item.length()?)),
            Node::Alternate(items) => {
                let first = items.first()?.length()?;
                let same = items.iter().all(|item| item.length() == Some(first));
                same.then_some(first)
            }
            Node::LineBreak | Node::Grapheme | Node::Backreference { .. } => None,
            Node::Call(_) | Node::Conditional { .. } | Node::Absent(_) => None,
            Node::Atomic(_) | Node::Look { behind: false, .. } => None,
        }
    }

    /// Returns true if it is a look-around or an anchor: repeating it means at most one try.
    pub fn is_assertion(&self) -> bool {
        matches!(
            self,
            Node::LineStart
                | Node::LineEnd
                | Node::TextStart
                | Node::TextEnd
                | Node::TextEndBeforeNewline
                | Node::WordBoundary { .. }
                | Node::SearchStart
                | Node::Look { .. }
        )
    }

    /// Returns true if a group in it captures.
    pub fn has_capture(&self) -> bool {
        match self {
            Node::Capture { .. } => true,
            Node::Atomic(body) | Node::Look { body, .. } | Node::Absent(body) => body.has_capture(),
            Node::Repeat { body, .. } => body.has_capture(),
            Node::Concat(items) | Node::Alternate(items) => items.iter().any(Node::has_capture),
            Node::Conditional { yes, no, .. } => yes.has_capture() || no.has_capture(),
            _ => false,
        }
    }

    /// Returns true if Ruby allows this as the body of a look-behind: alternatives of fixed length,
    /// and no group in a negative one.
    pub(super) fn fits_behind(&self, negated: bool) -> bool {
        if negated && self.has_capture() {
            return false;
        }
        match self {
            Node::Alternate(items) => items.iter().all(|item| item.length().is_some()),
            other => other.length().is_some(),
        }
    }
}
