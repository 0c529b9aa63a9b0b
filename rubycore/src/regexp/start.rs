//! The beginning that a pattern requires of a text. Most patterns of a `case` differ there, so that
//! most texts are refused without the engine.

use super::Node;

/// The beginning that a pattern requires.
pub(super) struct Start {
    /// The characters of the beginning.
    literal: Box<str>,
    /// True if the beginning of any line is enough.
    of_line: bool,
}

impl Start {
    /// Returns the start of a pattern, if it is literal.
    pub fn of(root: &Node) -> Option<Start> {
        let Node::Concat(parts) = root else {
            return None;
        };
        let (anchor, rest) = parts.split_first()?;
        let of_line = match anchor {
            Node::LineStart => true,
            Node::TextStart => false,
            _ => return None,
        };
        let literal = |node: &Node| match node {
            Node::Char { char, fold: false } => Some(*char),
            _ => None,
        };
        let literal: String = rest.iter().map_while(literal).collect();
        (!literal.is_empty()).then(|| Start {
            literal: literal.into(),
            of_line,
        })
    }

    /// Returns whether a text may match, judging by its beginning.
    pub fn allows(&self, text: &str) -> bool {
        text.starts_with(&*self.literal) || self.of_line && text.contains('\n')
    }
}
