//! Writes patterns in the syntax of the linear engine.
//!
//! This engine takes most patterns. Look-around, back-references and the like need the backtracking
//! engine. So do texts that end in a line break when a pattern has an anchor that Ruby and the
//! linear engine interpret differently there: Ruby's `^` does not match after a line break that
//! ends the text, and `\Z` matches before it.

use super::{Kind, Node, push_char};

/// A pattern for the linear engine.
pub(super) struct Emitted {
    pub text: String,
    /// True if the pattern needs the backtracking engine. Then the text is of no use.
    pub backtracks: bool,
    /// On a text that ends in a line break the text is of no use.
    pub newline_matters: bool,
}

/// Writes a pattern.
pub(super) fn emit(root: &Node) -> Emitted {
    let mut writer = Writer {
        out: String::new(),
        backtracks: false,
        newline_matters: false,
    };
    writer.node(root, false);
    Emitted {
        text: writer.out,
        backtracks: writer.backtracks,
        newline_matters: writer.newline_matters,
    }
}

struct Writer {
    out: String,
    backtracks: bool,
    newline_matters: bool,
}

impl Writer {
    /// Writes a node. `text_follows` says that everything after it takes at least one character.
    fn node(&mut self, node: &Node, text_follows: bool) {
        match node {
            Node::Empty => {}
            Node::Char { fold: true, .. } => self.folded_run(std::slice::from_ref(node)),
            Node::Char { char, .. } => push_char(&mut self.out, *char),
            Node::Any { newline: true } => self.out.push_str("(?s:.)"),
            Node::Any { newline: false } => self.out.push('.'),
            Node::Class { text, fold } => self.folded(*fold, |out| out.push_str(text)),
            Node::LineStart if text_follows => self.out.push_str("(?m:^)"),
            Node::LineStart => self.at_newline("(?m:^)"),
            Node::LineEnd => self.out.push_str("(?m:$)"),
            Node::TextStart => self.out.push_str(r"\A"),
            Node::TextEnd => self.out.push_str(r"\z"),
            Node::TextEndBeforeNewline => self.at_newline(r"\z"),
            Node::WordBoundary { negated, unicode } => {
                let letter = if *negated { 'B' } else { 'b' };
                match unicode {
                    true => self.out.push_str(&format!(r"\{letter}")),
                    false => self.backtracks = true,
                }
            }
            Node::Capture { body, .. } => self.group("(", body, text_follows),
            Node::Repeat {
                body,
                min,
                max,
                kind,
            } => self.repeat(body, *min, *max, *kind, text_follows),
            Node::Concat(items) => self.concat(items, text_follows),
            Node::Alternate(items) => {
                self.out.push_str("(?:");
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        self.out.push('|');
                    }
                    self.node(item, text_follows);
                }
                self.out.push(')');
            }
            Node::SearchStart
            | Node::Keep
            | Node::LineBreak
            | Node::Grapheme
            | Node::Atomic(_)
            | Node::Look { .. }
            | Node::Backreference { .. }
            | Node::Call(_)
            | Node::Conditional { .. }
            | Node::Absent(_) => self.backtracks = true,
        }
    }

    fn at_newline(&mut self, text: &str) {
        self.newline_matters = true;
        self.out.push_str(text);
    }

    fn folded(&mut self, fold: bool, write: impl FnOnce(&mut String)) {
        if fold {
            self.out.push_str("(?i:");
        }
        write(&mut self.out);
        if fold {
            self.out.push(')');
        }
    }

    fn group(&mut self, open: &str, body: &Node, text_follows: bool) {
        self.out.push_str(open);
        self.node(body, text_follows);
        self.out.push(')');
    }

    fn concat(&mut self, items: &[Node], text_follows: bool) {
        // whether text follows each item, from the back
        let mut follows = vec![text_follows; items.len()];
        for at in (1..items.len()).rev() {
            follows[at - 1] = follows[at] || items[at].takes_text();
        }
        let folded = |item: &Node| matches!(item, Node::Char { fold: true, .. });
        let mut at = 0;
        while at < items.len() {
            let run = items[at..].iter().take_while(|item| folded(item)).count();
            if run > 1 {
                self.folded_run(&items[at..at + run]);
                at += run;
            } else {
                self.node(&items[at], follows[at]);
                at += 1;
            }
        }
    }

    /// Writes a sequence of characters that ignore case.
    fn folded_run(&mut self, items: &[Node]) {
        self.out.push_str("(?i:");
        for item in items {
            if let Node::Char { char, .. } = item {
                push_char(&mut self.out, *char);
            }
        }
        self.out.push(')');
    }

    fn repeat(&mut self, body: &Node, min: u32, max: Option<u32>, kind: Kind, text_follows: bool) {
        if body.is_assertion() {
            return self.repeat_assertion(body, min, kind, text_follows);
        }
        // the last round of a loop may take nothing, which shows in its groups
        let empty_round = max != Some(1) && !body.takes_text() && body.has_capture();
        self.backtracks |= kind == Kind::Possessive || empty_round;
        match body {
            Node::Any { .. } | Node::Class { fold: false, .. } | Node::Capture { .. } => {
                self.node(body, text_follows);
            }
            Node::Char { fold: false, .. } => self.node(body, text_follows),
            _ => self.group("(?:", body, text_follows),
        }
        match (min, max) {
            (0, None) => self.out.push('*'),
            (1, None) => self.out.push('+'),
            (0, Some(1)) => self.out.push('?'),
            (min, None) => self.out.push_str(&format!("{{{min},}}")),
            (min, Some(max)) if min == max => self.out.push_str(&format!("{{{min}}}")),
            (min, Some(max)) => self.out.push_str(&format!("{{{min},{max}}}")),
        }
        match kind {
            Kind::Greedy => {}
            Kind::Lazy => self.out.push('?'),
            Kind::Possessive => self.out.push('+'),
        }
    }

    fn repeat_assertion(&mut self, body: &Node, min: u32, kind: Kind, text_follows: bool) {
        match (min, kind) {
            (0, Kind::Lazy) => self.group("(?:|", body, text_follows),
            (0, _) => {
                self.group("(?:(?:", body, text_follows);
                self.out.push_str("|)");
            }
            _ => self.node(body, text_follows),
        }
    }
}
