//! Splits a `case` or selector over text options by hash, so that one lookup picks the option.

use runtime::Value;
use runtime::value::text_hash;

/// The texts of options, and a hash table of their places.
pub(crate) struct Switch {
    texts: Vec<Box<str>>,
    /// The hash table: the index of a text, or [`NONE`]. At least half of the slots are empty.
    slots: Vec<u32>,
}

/// The greatest number of texts that are compared one by one, which is faster than a hash.
const FEW: usize = 4;

/// The content of an empty slot.
const NONE: u32 = u32::MAX;

impl Switch {
    /// Creates a switch for some texts. The first of equal texts counts.
    pub fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Switch {
        let texts: Vec<Box<str>> = texts.map(Box::from).collect();
        let size = (texts.len() * 2).next_power_of_two();
        let mut switch = Switch {
            slots: vec![NONE; size],
            texts: Vec::new(),
        };
        for (place, text) in (0..).zip(texts) {
            let slot = switch.slot_of(&text);
            switch.texts.push(text);
            if switch.slots[slot] == NONE {
                switch.slots[slot] = place;
            }
        }
        switch
    }

    /// Returns the slot that contains an equal text, or the empty slot for it.
    fn slot_of(&self, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = text_hash(text) as usize & mask;
        while let Some(known) = self.texts.get(self.slots[slot] as usize)
            && !known.eq_ignore_ascii_case(text)
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Returns the index of the option that a value equals by the rules of `==`.
    pub fn find(&self, value: Value<'_>) -> Option<u32> {
        let Value::String(text) = value else {
            return None;
        };
        if self.texts.len() <= FEW {
            let mut known = self.texts.iter();
            let place = known.position(|known| known.eq_ignore_ascii_case(&text));
            return place.map(|place| place as u32);
        }
        let place = self.slots[self.slot_of(text.as_str())];
        (place != NONE).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runtime::{Heap, ops};

    #[test]
    fn a_switch_finds_what_equals() {
        let texts = ["Debian", "redhat", "", "debian", "Ünï", "x"];
        let heap = Heap::new();
        let long = "x".repeat(99);
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
            for count in 1..=texts.len() {
                let switch = Switch::new(texts.into_iter().take(count));
                let value = Value::string(&heap, text);
                let is = |option: &&str| ops::equal(Value::string(&heap, option), value);
                let wanted = texts[..count].iter().position(|option| is(&option));
                assert_eq!(switch.find(value), wanted.map(|at| at as u32), "{text}");
                assert_eq!(switch.find(Value::Integer(1)), None);
            }
        }
    }
}
