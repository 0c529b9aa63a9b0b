//! Patterns in the syntax of the engines.
//!
//! `regex` runs in linear time and takes most patterns; look-around, back-references and the like
//! need `fancy-regex`. Ruby's `^` does not match behind a line break that ends the text, and `\Z`
//! matches before it: what depends on that is written in two ways, for texts that end in a line
//! break (`careful`) and for others, where the simple spelling means the same.

use frontend::regexp::{Kind, Node, push_char};

/// A pattern for an engine.
pub(super) struct Emitted {
    pub text: String,
    /// It has what only the backtracking engine knows.
    pub fancy: bool,
    /// On a text that ends in a line break the careful spelling is needed.
    pub newline_matters: bool,
}

/// `\X` as far as the engines' properties go.
const GRAPHEME: &str = concat!(
    r"(?>\r\n|\p{RI}\p{RI}[\p{M}\x{200D}]*",
    r"|\p{ExtPict}\p{EMod}*(?:\p{M}*\x{200D}\p{ExtPict}\p{EMod}*)*[\p{M}\x{200D}]*",
    r"|[^\p{Cc}][\p{M}\x{200D}\p{EMod}]*|(?s:.))"
);
const LINE_BREAK: &str = r"(?>\r\n|[\n-\r\x{85}\x{2028}\x{2029}])";

/// Writes a pattern.
pub(super) fn emit(root: &Node, careful: bool) -> Emitted {
    let mut writer = Writer {
        out: String::new(),
        fancy: false,
        newline_matters: false,
        careful,
    };
    writer.node(root, false);
    Emitted {
        text: writer.out,
        fancy: writer.fancy,
        newline_matters: writer.newline_matters,
    }
}

struct Writer {
    out: String,
    fancy: bool,
    newline_matters: bool,
    careful: bool,
}

impl Writer {
    /// `text_follows`: whatever comes behind takes at least one character.
    fn node(&mut self, node: &Node, text_follows: bool) {
        match node {
            Node::Empty => {}
            Node::Char { fold: true, .. } => self.folded_run(std::slice::from_ref(node)),
            Node::Char { char, .. } => push_char(&mut self.out, *char),
            Node::Any { newline: true } => self.out.push_str("(?s:.)"),
            Node::Any { newline: false } => self.out.push('.'),
            Node::Class { text, fold } => self.folded(*fold, |out| out.push_str(text)),
            Node::LineStart if text_follows => self.out.push_str("(?m:^)"),
            Node::LineStart => self.at_newline(r"(?m:^)", r"(?:\A|(?<=\n)(?!\z))"),
            Node::LineEnd => self.out.push_str("(?m:$)"),
            Node::TextStart => self.out.push_str(r"\A"),
            Node::TextEnd => self.out.push_str(r"\z"),
            Node::TextEndBeforeNewline => self.at_newline(r"\z", r"(?=\n?\z)"),
            Node::WordBoundary { negated, unicode } => {
                let letter = if *negated { 'B' } else { 'b' };
                match unicode {
                    true => self.out.push_str(&format!(r"\{letter}")),
                    false => self.ascii_boundary(*negated),
                }
            }
            Node::SearchStart => self.fancy(r"\G"),
            Node::Keep => self.fancy(r"\K"),
            Node::LineBreak => self.fancy(LINE_BREAK),
            Node::Grapheme => self.fancy(GRAPHEME),
            Node::Capture { body, .. } => self.group("(", body, text_follows),
            Node::Atomic(body) => {
                self.fancy = true;
                self.group("(?>", body, text_follows);
            }
            Node::Look {
                behind,
                negated,
                body,
            } => {
                self.fancy = true;
                let open = match (behind, negated) {
                    (false, false) => "(?=",
                    (false, true) => "(?!",
                    (true, false) => "(?<=",
                    (true, true) => "(?<!",
                };
                self.group(open, body, false);
            }
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
            Node::Backreference { groups, fold } => self.backreference(groups, *fold),
            Node::Call(group) => self.fancy(&format!(r"\g<{group}>")),
            Node::Conditional { group, yes, no } => {
                self.fancy = true;
                self.out.push_str(&format!("(?({group})"));
                self.group("(?:", yes, text_follows);
                self.out.push('|');
                self.group("(?:", no, text_follows);
                self.out.push(')');
            }
            Node::Absent(body) => {
                self.fancy = true;
                self.group("(?~", body, false);
            }
        }
    }

    fn fancy(&mut self, text: &str) {
        self.fancy = true;
        self.out.push_str(text);
    }

    fn at_newline(&mut self, simple: &str, careful: &str) {
        self.newline_matters = true;
        match self.careful {
            true => self.fancy(careful),
            false => self.out.push_str(simple),
        }
    }

    fn ascii_boundary(&mut self, negated: bool) {
        let word = "[0-9A-Z_a-z]";
        self.fancy(&match negated {
            false => format!("(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"),
            true => format!("(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"),
        });
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

    /// Characters that ignore case, behind each other; `ß` is `ss` then.
    fn folded_run(&mut self, items: &[Node]) {
        let char = |item: &Node| match item {
            Node::Char { char, .. } => *char,
            _ => '\0',
        };
        self.out.push_str("(?i:");
        let mut chars = items.iter().map(char).peekable();
        while let Some(c) = chars.next() {
            match c {
                'ß' | 'ẞ' => self.out.push_str("(?:ß|ss)"),
                's' | 'S' if chars.next_if(|c| matches!(c, 's' | 'S')).is_some() => {
                    self.out.push_str("(?:ss|ß)");
                }
                c => push_char(&mut self.out, c),
            }
        }
        self.out.push(')');
    }

    fn repeat(&mut self, body: &Node, min: u32, max: Option<u32>, kind: Kind, text_follows: bool) {
        if body.is_assertion() {
            return self.repeat_assertion(body, min, kind, text_follows);
        }
        self.fancy |= kind == Kind::Possessive;
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

    fn backreference(&mut self, groups: &[usize], fold: bool) {
        self.fancy = true;
        self.out.push_str(if fold { "(?i:" } else { "(?:" });
        for (at, group) in groups.iter().rev().enumerate() {
            if at > 0 {
                self.out.push('|');
            }
            // the group keeps a digit behind it apart
            self.out.push_str(&format!(r"(?:\{group})"));
        }
        self.out.push(')');
    }
}
