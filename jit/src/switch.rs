//! Options of a `case` or selector that are texts: one look tells which of them a value is.

use frontend::name::Map;

use runtime::Value;

/// The texts of options, in lower case, and their places.
pub(crate) struct Switch {
    places: Map<Box<[u8]>, u32>,
}

/// Bytes of the longest text that is an option of a [`Switch`].
pub(crate) const TEXT_MAX: usize = 64;

impl Switch {
    /// A switch for texts of at most [`TEXT_MAX`] bytes. Of equal ones the first counts.
    pub fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Switch {
        let mut places = Map::default();
        for (place, text) in (0..).zip(texts) {
            let key = text.to_ascii_lowercase().into_bytes().into_boxed_slice();
            places.entry(key).or_insert(place);
        }
        Switch { places }
    }

    /// The place of the option that a value equals, as `==` has it.
    pub fn find(&self, value: Value<'_>) -> Option<u32> {
        let Value::String(text) = value else {
            return None;
        };
        let mut lower = [0; TEXT_MAX];
        let lower = lower.get_mut(..text.len())?;
        lower.copy_from_slice(text.as_bytes());
        lower.make_ascii_lowercase();
        self.places.get(&*lower).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runtime::{Heap, ops};

    #[test]
    fn a_switch_finds_what_equals() {
        let texts = ["Debian", "redhat", "", "debian", "Ünï", "x"];
        let switch = Switch::new(texts.into_iter());
        let heap = Heap::new();
        let long = "x".repeat(TEXT_MAX + 1);
        for text in [
            "DEBIAN",
            "RedHat",
            "",
            "ünï",
            "ÜnÏ",
            "y",
            "X",
            long.as_str(),
        ] {
            let value = Value::string(&heap, text);
            let is = |option: &&str| ops::equal(Value::string(&heap, option), value);
            let wanted = texts.iter().position(|option| is(&option));
            assert_eq!(switch.find(value), wanted.map(|at| at as u32), "{text}");
        }
        assert_eq!(switch.find(Value::Integer(1)), None);
    }
}
