//! Finds the lines of keys in data files, for messages that refer to them.

use std::io::BufReader;

use libyaml_safer::{Encoding, EventData, Parser};

use super::yaml_input::{Input, next_event};

/// Returns the line, from 1, of a key in the text of a YAML or JSON file; `path` leads to it
/// through mappings from the root. The last of repeated keys counts, as in the data. Returns `None`
/// if the text is invalid.
pub fn line_of(text: &[u8], path: &[&str]) -> Option<u32> {
    let text = Input::new(text);
    let mut parser = Parser::new();
    parser.set_encoding(Encoding::Utf8);
    parser.set_input(BufReader::new(&*text.bytes));
    let mut search = Search {
        path,
        depth: Vec::new(),
        matched: 0,
        line: None,
    };
    loop {
        let event = next_event(&mut parser).ok()?.ok()?;
        let line = event.start_mark.line as u32 + 1;
        match event.data {
            EventData::StreamEnd | EventData::DocumentEnd { .. } => return search.line,
            EventData::Scalar { value, .. } => search.node(Some((&value, line))),
            EventData::Alias { .. } => search.node(None),
            EventData::SequenceStart { .. } => search.open(false),
            EventData::MappingStart { .. } => search.open(true),
            EventData::SequenceEnd | EventData::MappingEnd => search.close(),
            EventData::StreamStart { .. } | EventData::DocumentStart { .. } => {}
        }
    }
}

/// An open collection.
struct Open {
    is_mapping: bool,
    /// True if its next node is a value.
    wants_value: bool,
    /// True if the key of that value is the searched key at this depth.
    leads: bool,
    /// True if all enclosing collections are values of keys in the path.
    is_on_path: bool,
}

struct Search<'p> {
    path: &'p [&'p str],
    depth: Vec<Open>,
    /// The number of keys of the path that lead to the innermost collection on it.
    matched: usize,
    line: Option<u32>,
}

impl Search<'_> {
    fn node(&mut self, scalar: Option<(&str, u32)>) {
        let (path, matched) = (self.path, self.matched);
        let Some(open) = self.depth.last_mut().filter(|open| open.is_mapping) else {
            return;
        };
        if !std::mem::replace(&mut open.wants_value, true) {
            let wanted = path.get(matched).copied();
            let key = scalar.map(|(key, _)| key);
            open.leads = open.is_on_path && wanted.is_some() && key == wanted;
            if open.leads && matched + 1 == path.len() {
                self.line = scalar.map(|(_, line)| line);
            }
        } else {
            (open.wants_value, open.leads) = (false, false);
        }
    }

    fn open(&mut self, is_mapping: bool) {
        let is_on_path = match self.depth.last() {
            None => true,
            Some(open) => open.is_on_path && open.is_mapping && open.wants_value && open.leads,
        };
        if is_on_path && !self.depth.is_empty() {
            self.matched += 1;
        }
        self.depth.push(Open {
            is_mapping,
            wants_value: false,
            leads: false,
            is_on_path,
        });
    }

    fn close(&mut self) {
        let closed = self.depth.pop();
        if closed.is_some_and(|open| open.is_on_path) && !self.depth.is_empty() {
            self.matched -= 1;
        }
        // the closed collection was a node of the enclosing one
        self.node(None);
    }
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn finds_keys_at_their_depth() {
        let yaml =
            b"---\na:\n  b: 1\n  c: [1, {b: 2}]\nb: 3\n\"ntp::x\":\n  - a: 1\nd: {e: {f: 1}}\n";
        assert_eq!(line_of(yaml, &["b"]), Some(5));
        assert_eq!(line_of(yaml, &["a", "b"]), Some(3));
        assert_eq!(line_of(yaml, &["a", "c"]), Some(4));
        assert_eq!(line_of(yaml, &["ntp::x"]), Some(6));
        assert_eq!(line_of(yaml, &["d", "e", "f"]), Some(8));
        assert_eq!(line_of(yaml, &["e"]), None);
        assert_eq!(line_of(yaml, &["a", "1"]), None);
    }

    #[test]
    fn reads_json_and_takes_the_last_of_equal_keys() {
        let json = b"{\n  \"a\": 1,\n  \"b\": {\"a\": 2},\n  \"a\": 3\n}\n";
        assert_eq!(line_of(json, &["a"]), Some(4));
        assert_eq!(line_of(json, &["b", "a"]), Some(3));
        assert_eq!(line_of(b"{", &["a"]), None);
    }
}
