//! Compiles the tree of a pattern to instructions for the backtracking engine.

use std::sync::LazyLock;

use super::{Kind, Node};
use regex_syntax::hir::{Class, HirKind};

/// A matcher of one character.
pub(super) enum One {
    Char(char),
    Set(Box<Set>),
    /// Anything but a line feed.
    Any,
    AnyOrNewline,
}

/// A set of characters.
pub(super) struct Set {
    ascii: u128,
    /// The ranges, sorted and not adjacent.
    ranges: Vec<(char, char)>,
}

impl Set {
    fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            return self.ascii >> (c as u32) & 1 == 1;
        }
        let behind = self.ranges.partition_point(|(start, _)| *start <= c);
        behind > 0 && c <= self.ranges[behind - 1].1
    }
}

impl One {
    pub(super) fn matches(&self, c: char) -> bool {
        match self {
            One::Char(char) => *char == c,
            One::Set(set) => set.contains(c),
            One::Any => c != '\n',
            One::AnyOrNewline => true,
        }
    }
}

/// An assertion that takes no text.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
    TextEndBeforeNewline,
    SearchStart,
    WordBoundary { negated: bool, unicode: bool },
}

/// An instruction. Numbers are places in the program unless said otherwise.
pub(super) enum Op {
    /// The end: of the pattern, or of the body of an atomic group or a look-around.
    Match,
    One(One),
    /// As often as possible or as seldom as possible, without a program for the body.
    Many {
        one: One,
        min: u32,
        max: Option<u32>,
        kind: Kind,
    },
    /// Tries the first place, then the second.
    Split(usize, usize),
    Jump(usize),
    /// A group begins.
    Start(usize),
    /// A group ends.
    End(usize),
    /// Ends a group that is called. The group began where its call did.
    EndCalled(usize),
    Anchor(Anchor),
    /// Begins counting the rounds of a loop.
    LoopStart(usize),
    /// Decides on a further round, which begins after this operation.
    Loop {
        counter: usize,
        min: u32,
        max: Option<u32>,
        lazy: bool,
        exit: usize,
    },
    /// Runs the operations up to the next `Match`, and continues at `exit` with the first
    /// alternative that succeeds.
    Atomic {
        exit: usize,
    },
    /// The same as `Atomic`, without taking the text.
    Look {
        negated: bool,
        exit: usize,
    },
    /// Steps back by a number of characters.
    Back(usize),
    /// Matches the text of the last of the groups that took part.
    Backreference {
        groups: Vec<usize>,
        fold: bool,
        /// The level of the calls to look in, relative to the current one.
        level: Option<i32>,
    },
    /// Continues at the first place if the group took part, otherwise at the second.
    Conditional(usize, usize, usize),
    /// Runs the body of a group, then continues after this operation.
    Call(usize),
    /// The end of a group that is called.
    Return,
    /// Takes the longest text without a match of the operations up to the next `Match`, then
    /// continues at `exit`.
    Absent {
        exit: usize,
    },
    LineBreak,
    Grapheme,
    Keep,
}

/// A program with the data that it needs to run.
pub(super) struct Program {
    pub ops: Vec<Op>,
    pub groups: usize,
    pub counters: usize,
    /// True if a backreference refers to matches of groups in other calls.
    pub has_levels: bool,
    /// The text begins with this character.
    pub first: Option<char>,
    /// True if the pattern matches at the start of the text only.
    pub anchored: bool,
}

/// Instructions of a program at most.
const SIZE_MAX: usize = 1 << 20;

/// `\X` at the beginning of a text.
pub(super) static GRAPHEME: LazyLock<Option<regex::Regex>> = LazyLock::new(|| {
    let pattern = concat!(
        r"\A(?:\r\n|\p{RI}\p{RI}[\p{M}\x{200D}]*",
        r"|\p{ExtPict}\p{EMod}*(?:\p{M}*\x{200D}\p{ExtPict}\p{EMod}*)*[\p{M}\x{200D}]*",
        r"|[^\p{Cc}][\p{M}\x{200D}\p{EMod}]*|(?s:.))"
    );
    regex::Regex::new(pattern).ok()
});

/// Makes the program of a pattern.
///
/// # Errors
/// Fails if it gets too big.
pub(super) fn compile(root: &Node, groups: usize) -> Result<Program, String> {
    let mut writer = Writer {
        ops: Vec::new(),
        counters: 0,
        bodies: vec![None; groups + 1],
        called: vec![false; groups + 1],
        calls: Vec::new(),
        has_levels: false,
    };
    find_calls(root, &mut writer.called);
    if writer.called[0] {
        writer.calls.push((0, 0));
        writer.push(Op::Call(0));
        writer.push(Op::Match);
        writer.bodies[0] = Some(writer.ops.len());
        writer.node(root)?;
        writer.push(Op::Return);
    } else {
        writer.node(root)?;
        writer.push(Op::Match);
    }
    for (at, group) in std::mem::take(&mut writer.calls) {
        if let Some(body) = writer.bodies[group] {
            writer.ops[at] = Op::Call(body);
        }
    }
    Ok(Program {
        first: first(root),
        anchored: is_anchored(root),
        ops: writer.ops,
        groups,
        counters: writer.counters,
        has_levels: writer.has_levels,
    })
}

/// Returns the character that every match begins with.
fn first(node: &Node) -> Option<char> {
    match node {
        Node::Char { char, fold: false } => Some(*char),
        Node::Capture { body, .. } | Node::Atomic(body) => first(body),
        Node::Repeat { body, min, .. } if *min > 0 => first(body),
        Node::Concat(items) => first(items.first()?),
        _ => None,
    }
}

fn is_anchored(node: &Node) -> bool {
    match node {
        Node::TextStart => true,
        Node::Capture { body, .. } | Node::Atomic(body) => is_anchored(body),
        Node::Concat(items) => items.first().is_some_and(is_anchored),
        Node::Alternate(items) => items.iter().all(is_anchored),
        _ => false,
    }
}

fn find_calls(node: &Node, called: &mut Vec<bool>) {
    if let Node::Call(group) = node {
        called[*group] = true;
    }
    node.children().for_each(|child| find_calls(child, called));
}

/// Returns the matcher of a node that matches exactly one character.
fn one(node: &Node) -> Option<One> {
    match node {
        Node::Char { char, fold: false } => Some(One::Char(*char)),
        Node::Char { char, fold: true } => {
            let mut text = String::new();
            super::push_char(&mut text, *char);
            set(&text, true)
        }
        Node::Any { newline: true } => Some(One::AnyOrNewline),
        Node::Any { newline: false } => Some(One::Any),
        Node::Class { text, fold } => set(text, *fold),
        _ => None,
    }
}

/// Returns a matcher for a class in the notation of the engines.
fn set(text: &str, fold: bool) -> Option<One> {
    let text = match fold {
        true => format!("(?i:{text})"),
        false => text.to_owned(),
    };
    let tree = regex_syntax::parse(&text).ok()?;
    let ranges: Vec<(char, char)> = match tree.into_kind() {
        HirKind::Class(Class::Unicode(class)) => class
            .ranges()
            .iter()
            .map(|r| (r.start(), r.end()))
            .collect(),
        HirKind::Class(Class::Bytes(class)) => {
            let range = |r: &regex_syntax::hir::ClassBytesRange| (r.start().into(), r.end().into());
            class.ranges().iter().map(range).collect()
        }
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            return text.chars().next().map(One::Char);
        }
        _ => return None,
    };
    let mut ascii = 0u128;
    for &(start, end) in ranges.iter().filter(|(start, _)| start.is_ascii()) {
        (u32::from(start)..=u32::from(end).min(127)).for_each(|c| ascii |= 1 << c);
    }
    Some(One::Set(Box::new(Set { ascii, ranges })))
}

struct Writer {
    ops: Vec<Op>,
    counters: usize,
    /// The places of the bodies of groups that are called.
    bodies: Vec<Option<usize>>,
    called: Vec<bool>,
    /// The calls, with their groups.
    calls: Vec<(usize, usize)>,
    has_levels: bool,
}

impl Writer {
    fn push(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    // Long because there is an arm for each kind of node.
    fn node(&mut self, node: &Node) -> Result<(), String> {
        if self.ops.len() > SIZE_MAX {
            return Err("too big pattern".to_owned());
        }
        if let Some(one) = one(node) {
            self.push(Op::One(one));
            return Ok(());
        }
        match node {
            Node::Empty => {}
            Node::Char { .. } | Node::Any { .. } | Node::Class { .. } => {
                return Err("invalid character class".to_owned());
            }
            Node::LineStart => self.anchor(Anchor::LineStart),
            Node::LineEnd => self.anchor(Anchor::LineEnd),
            Node::TextStart => self.anchor(Anchor::TextStart),
            Node::TextEnd => self.anchor(Anchor::TextEnd),
            Node::TextEndBeforeNewline => self.anchor(Anchor::TextEndBeforeNewline),
            Node::SearchStart => self.anchor(Anchor::SearchStart),
            &Node::WordBoundary { negated, unicode } => {
                self.anchor(Anchor::WordBoundary { negated, unicode });
            }
            Node::Keep => _ = self.push(Op::Keep),
            Node::LineBreak => _ = self.push(Op::LineBreak),
            Node::Grapheme => _ = self.push(Op::Grapheme),
            Node::Capture { group, body } => self.capture(*group, body)?,
            Node::Atomic(body) => self.sub(Op::Atomic { exit: 0 }, body)?,
            Node::Absent(body) => self.sub(Op::Absent { exit: 0 }, body)?,
            Node::Look {
                behind,
                negated,
                body,
            } => {
                let op = Op::Look {
                    negated: *negated,
                    exit: 0,
                };
                match behind {
                    true => self.behind(op, body)?,
                    false => self.sub(op, body)?,
                }
            }
            Node::Repeat {
                body,
                min,
                max,
                kind,
            } => self.repeat(body, *min, *max, *kind)?,
            Node::Concat(items) => self.concat(items)?,
            Node::Alternate(items) => self.alternate(items, |writer, item| writer.node(item))?,
            Node::Backreference {
                groups,
                fold,
                level,
            } => {
                self.has_levels |= level.is_some();
                self.push(Op::Backreference {
                    groups: groups.clone(),
                    fold: *fold,
                    level: *level,
                });
            }
            Node::Call(group) => {
                let at = self.push(Op::Call(0));
                self.calls.push((at, *group));
            }
            Node::Conditional { group, yes, no } => {
                let at = self.push(Op::Jump(0));
                self.node(yes)?;
                let jump = self.push(Op::Jump(0));
                self.ops[at] = Op::Conditional(*group, at + 1, jump + 1);
                self.node(no)?;
                self.ops[jump] = Op::Jump(self.ops.len());
            }
        }
        Ok(())
    }

    fn anchor(&mut self, anchor: Anchor) {
        self.push(Op::Anchor(anchor));
    }

    /// Writes a group. A group that is called becomes a routine, which is also called here.
    fn capture(&mut self, group: usize, body: &Node) -> Result<(), String> {
        let called = self.called[group];
        if called {
            let at = self.push(Op::Call(0));
            self.ops[at] = Op::Call(at + 2);
            self.push(Op::Jump(0));
            self.bodies[group] = Some(at + 2);
        }
        let start = self.push(Op::Start(group));
        self.node(body)?;
        if !called {
            self.push(Op::End(group));
        } else {
            self.push(Op::EndCalled(group));
            self.push(Op::Return);
            self.ops[start - 1] = Op::Jump(self.ops.len());
        }
        Ok(())
    }

    /// Writes a body that is run recursively.
    fn sub(&mut self, op: Op, body: &Node) -> Result<(), String> {
        let at = self.push(op);
        self.node(body)?;
        self.close(at);
        Ok(())
    }

    fn close(&mut self, at: usize) {
        self.push(Op::Match);
        let end = self.ops.len();
        if let Op::Atomic { exit } | Op::Look { exit, .. } | Op::Absent { exit } = &mut self.ops[at]
        {
            *exit = end;
        }
    }

    /// Writes a look-behind. Each alternative has a length of its own.
    fn behind(&mut self, op: Op, body: &Node) -> Result<(), String> {
        let at = self.push(op);
        let one = |writer: &mut Writer, item: &Node| {
            let length = item.length().ok_or("invalid pattern in look-behind")?;
            writer.push(Op::Back(length));
            writer.node(item)
        };
        match body {
            Node::Alternate(items) => self.alternate(items, one)?,
            body => one(self, body)?,
        }
        self.close(at);
        Ok(())
    }

    fn alternate(
        &mut self,
        items: &[Node],
        write: impl Fn(&mut Writer, &Node) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut jumps = Vec::new();
        for (at, item) in items.iter().enumerate() {
            if at + 1 == items.len() {
                write(self, item)?;
                break;
            }
            let split = self.push(Op::Split(0, 0));
            write(self, item)?;
            jumps.push(self.push(Op::Jump(0)));
            self.ops[split] = Op::Split(split + 1, self.ops.len());
        }
        let end = self.ops.len();
        jumps
            .into_iter()
            .for_each(|jump| self.ops[jump] = Op::Jump(end));
        Ok(())
    }

    fn concat(&mut self, items: &[Node]) -> Result<(), String> {
        let mut rest = items.iter().peekable();
        while let Some(item) = rest.next() {
            // `ss` and `ß` are the same where case does not count
            match item {
                Node::Char {
                    char: 's' | 'S',
                    fold: true,
                } if rest
                    .next_if(|next| {
                        matches!(
                            next,
                            Node::Char {
                                char: 's' | 'S',
                                fold: true
                            }
                        )
                    })
                    .is_some() =>
                {
                    self.sharp_s()?;
                }
                Node::Char {
                    char: 'ß' | 'ẞ',
                    fold: true,
                } => self.sharp_s()?,
                item => self.node(item)?,
            }
        }
        Ok(())
    }

    fn sharp_s(&mut self) -> Result<(), String> {
        let s = Node::Class {
            text: "[sS]".to_owned(),
            fold: false,
        };
        let sharp = Node::Class {
            text: "[ßẞ]".to_owned(),
            fold: false,
        };
        let both = Node::Alternate(vec![Node::Concat(vec![s.clone(), s]), sharp]);
        self.node(&both)
    }

    fn repeat(
        &mut self,
        body: &Node,
        min: u32,
        max: Option<u32>,
        kind: Kind,
    ) -> Result<(), String> {
        if let Some(one) = one(body) {
            self.push(Op::Many {
                one,
                min,
                max,
                kind,
            });
            return Ok(());
        }
        let atomic = (kind == Kind::Possessive).then(|| self.push(Op::Atomic { exit: 0 }));
        if (min, max) == (0, Some(1)) {
            let split = self.push(Op::Split(0, 0));
            self.node(body)?;
            let end = self.ops.len();
            self.ops[split] = match kind {
                Kind::Lazy => Op::Split(end, split + 1),
                _ => Op::Split(split + 1, end),
            };
        } else {
            let counter = self.counters;
            self.counters += 1;
            self.push(Op::LoopStart(counter));
            let at = self.push(Op::Jump(0));
            self.node(body)?;
            self.push(Op::Jump(at));
            self.ops[at] = Op::Loop {
                counter,
                min,
                max,
                lazy: kind == Kind::Lazy,
                exit: self.ops.len(),
            };
        }
        if let Some(at) = atomic {
            self.close(at);
        }
        Ok(())
    }
}
