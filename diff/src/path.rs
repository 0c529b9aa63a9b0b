//! Owns the paths that lead from a resource to a part of a value.

use std::fmt;

/// One step into a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Segment {
    /// The value of a key. The first segment of a path is the attribute.
    Key(String),
    /// An item of an array, from 0 on. Its index changes if items before it are added or removed.
    Item {
        /// The index in the old array; for an added item, its index in the new one.
        old: usize,
        /// The index in the new array; for a removed item, its index in the old one.
        new: usize,
    },
}

/// The steps from a resource to a value; never empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path(pub Vec<Segment>);

impl Path {
    /// Returns the attribute at the beginning of the path.
    pub fn attribute(&self) -> &str {
        match self.0.first() {
            Some(Segment::Key(name)) => name,
            _ => "",
        }
    }
}

/// Joins keys by dots as in `lookup`, and writes indices in brackets: `settings.mysqld.'a b'[3]`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) => {
                    let dot = if i == 0 { "" } else { "." };
                    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':');
                    match !key.is_empty() && key.chars().all(is_plain) {
                        true => write!(f, "{dot}{key}")?,
                        false => write!(f, "{dot}'{}'", key.replace('\'', "\\'"))?,
                    }
                }
                Segment::Item { old, new } if old == new => write!(f, "[{old}]")?,
                Segment::Item { old, new } => write!(f, "[{old}→{new}]")?,
            }
        }
        Ok(())
    }
}
