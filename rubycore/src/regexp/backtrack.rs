//! Owns the backtracking engine, for patterns that no linear engine can match.
//!
//! It runs a [`Program`] with a stack of its own, which holds the untried alternatives and the
//! changes to undo before one of them is tried. Atomic groups and look-arounds run recursively, up
//! to a bounded depth. Every step counts against a limit, and the time limit is checked now and
//! then.

use super::Kind;

use super::program::{Anchor, GRAPHEME, One, Op, Program};
use crate::alarm;

/// A backtracking match took too many steps.
pub(super) struct TooLong;

/// Steps of a search at most ...
const STEPS_MAX: usize = 10_000_000;
/// The number of further steps for each byte of the text.
const STEPS_OF_BYTE_MAX: usize = 16;
/// The number of steps between two checks of the time limit.
const STEPS_OF_SLICE: usize = 1 << 16;
/// Entries of the stack at most.
const STACK_MAX: usize = 4_000_000;
/// The depth up to which groups that are run recursively may be nested.
const DEPTH_MAX: usize = 200;

/// No position.
const NOWHERE: usize = usize::MAX;

/// An entry of the backtracking stack.
enum Entry {
    /// An alternative: the place in the program, the position and the enclosing call.
    Way {
        op: usize,
        at: usize,
        call: usize,
    },
    /// A repetition that can give up one character, from `at` down to `least`.
    Fewer {
        op: usize,
        at: usize,
        least: usize,
        call: usize,
    },
    /// A repetition that can take one more character, up to a limit.
    More {
        op: usize,
        at: usize,
        left: u32,
        call: usize,
    },
    Slot(usize, usize),
    Counter(usize, Counter),
}

/// The number of rounds of a loop so far, and the start of the present round.
#[derive(Clone, Copy)]
struct Counter {
    rounds: u32,
    start: usize,
}

/// A call of a group: where it returns to, in which call, where it began, with which counters.
struct Call {
    back: usize,
    outer: usize,
    start: usize,
    counters: Box<[Counter]>,
    /// The number of nested calls, including this one.
    level: i32,
}

/// A text that a group matched in a call of some level, and the entry before.
struct Past {
    group: usize,
    level: i32,
    start: usize,
    end: usize,
    before: usize,
}

struct Machine<'a> {
    program: &'a Program,
    text: &'a str,
    /// The offset at which the search began.
    from: usize,
    /// The offset from which on no character is taken.
    limit: usize,
    slots: Vec<usize>,
    counters: Vec<Counter>,
    calls: Vec<Call>,
    /// The texts that groups have matched, if a backreference with a level needs them. The slot
    /// after those of all groups holds the last entry.
    past: Vec<Past>,
    stack: Vec<Entry>,
    steps: usize,
    /// The number of steps at which to check the time limit.
    pause: usize,
    depth: usize,
}

/// Returns the first match at or after a byte offset: the slots of all groups.
pub(super) fn search(
    program: &Program,
    text: &str,
    from: usize,
) -> Result<Option<Vec<usize>>, TooLong> {
    search_at(program, text, from, from)
}

/// Works like [`search`], where no match begins before another offset.
pub(super) fn search_at(
    program: &Program,
    text: &str,
    from: usize,
    mut at: usize,
) -> Result<Option<Vec<usize>>, TooLong> {
    let mut machine = Machine {
        program,
        text,
        from,
        limit: text.len(),
        slots: vec![NOWHERE; (program.groups + 1) * 2 + 1],
        counters: vec![
            Counter {
                rounds: 0,
                start: NOWHERE
            };
            program.counters
        ],
        calls: Vec::new(),
        past: Vec::new(),
        stack: Vec::new(),
        steps: 0,
        pause: STEPS_OF_SLICE,
        depth: 0,
    };
    loop {
        if let Some(first) = program.first {
            match text[at..].find(first) {
                Some(found) => at += found,
                None => return Ok(None),
            }
        }
        if program.anchored && at > 0 {
            return Ok(None);
        }
        machine.steps += machine.slots.len() / 32;
        machine.slots.fill(NOWHERE);
        machine.slots[0] = at;
        machine.calls.clear();
        machine.past.clear();
        if let Some(end) = machine.run(0, at, NOWHERE)? {
            machine.slots[0] = machine.slots[0].min(end);
            machine.slots[1] = end;
            machine.slots.pop();
            return Ok(Some(machine.slots));
        }
        match text[at..].chars().next() {
            Some(c) => at += c.len_utf8(),
            None => return Ok(None),
        }
    }
}

impl Machine<'_> {
    /// Runs up to `Match`. Returns the position there. The stack then holds the untried
    /// alternatives, which the caller may drop.
    fn run(&mut self, op: usize, at: usize, call: usize) -> Result<Option<usize>, TooLong> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(TooLong);
        }
        let base = self.stack.len();
        let result = self.run_from(base, op, at, call)?;
        self.depth -= 1;
        Ok(result)
    }

    // Long because the loop of the matcher has an arm for each instruction.
    fn run_from(
        &mut self,
        base: usize,
        mut op: usize,
        mut at: usize,
        mut call: usize,
    ) -> Result<Option<usize>, TooLong> {
        let program = self.program;
        loop {
            self.steps += 1;
            if self.steps > self.pause {
                self.pause()?;
            }
            let next = match &program.ops[op] {
                Op::Match => return Ok(Some(at)),
                Op::One(one) => self.one(one, at).map(|at| (op + 1, at)),
                Op::Many {
                    one,
                    min,
                    max,
                    kind,
                } => {
                    let end = self.many(op, one, (*min, *max, *kind), at, call)?;
                    end.map(|at| (op + 1, at))
                }
                &Op::Split(first, second) => {
                    let way = Entry::Way {
                        op: second,
                        at,
                        call,
                    };
                    self.stack.push(way);
                    Some((first, at))
                }
                Op::Jump(to) => Some((*to, at)),
                Op::Start(group) => {
                    self.save(group * 2, at);
                    self.save(group * 2 + 1, NOWHERE);
                    Some((op + 1, at))
                }
                Op::End(group) => {
                    self.save(group * 2 + 1, at);
                    self.remember(*group, call);
                    Some((op + 1, at))
                }
                Op::EndCalled(group) => {
                    self.save(group * 2, self.calls[call].start);
                    self.save(group * 2 + 1, at);
                    self.remember(*group, call);
                    Some((op + 1, at))
                }
                Op::Keep => {
                    self.save(0, at);
                    Some((op + 1, at))
                }
                Op::Anchor(anchor) => self.holds(*anchor, at).then_some((op + 1, at)),
                Op::LoopStart(counter) => {
                    let start = Counter {
                        rounds: 0,
                        start: NOWHERE,
                    };
                    self.count(*counter, start);
                    Some((op + 1, at))
                }
                &Op::Loop {
                    counter,
                    min,
                    max,
                    lazy,
                    exit,
                } => Some((
                    self.round(op, counter, (min, max, lazy), exit, at, call),
                    at,
                )),
                Op::Atomic { exit } => {
                    let below = self.stack.len();
                    let end = self.run(op + 1, at, call)?;
                    if end.is_some() {
                        self.forget_ways(below);
                    }
                    end.map(|at| (*exit, at))
                }
                Op::Look { negated, exit } => {
                    let below = self.stack.len();
                    let found = self.run(op + 1, at, call)?.is_some();
                    match negated {
                        true => self.undo(below),
                        false => self.forget_ways(below),
                    }
                    (found != *negated).then_some((*exit, at))
                }
                Op::Absent { exit } => {
                    let end = self.absent(op + 1, at, call)?;
                    if let Some(end) = end {
                        self.fewer(*exit, end, at, call);
                    }
                    end.map(|end| (*exit, end))
                }
                Op::Back(chars) => {
                    self.steps += chars / 8;
                    self.back(at, *chars).map(|at| (op + 1, at))
                }
                Op::Backreference {
                    groups,
                    fold,
                    level,
                } => {
                    let end = match level {
                        None => self.backreference(groups, *fold, at),
                        Some(level) => {
                            let past = self.past(groups, self.level(call) + level);
                            let text = past.and_then(|(start, end)| self.text.get(start..end));
                            text.and_then(|text| self.repeated(text, *fold, at))
                        }
                    };
                    self.steps += end.map_or(0, |end| end - at) / 8;
                    end.map(|at| (op + 1, at))
                }
                &Op::Conditional(group, yes, no) => {
                    let took_part = self.slots[group * 2 + 1] != NOWHERE;
                    Some((if took_part { yes } else { no }, at))
                }
                Op::Call(body) => {
                    self.steps += self.counters.len();
                    self.calls.push(Call {
                        back: op + 1,
                        outer: call,
                        start: at,
                        counters: self.counters.clone().into(),
                        level: self.level(call) + 1,
                    });
                    call = self.calls.len() - 1;
                    if call > STACK_MAX / 4 {
                        return Err(TooLong);
                    }
                    Some((*body, at))
                }
                Op::Return => {
                    let (back, outer) = (self.calls[call].back, self.calls[call].outer);
                    self.steps += self.counters.len();
                    for counter in 0..self.counters.len() {
                        let then = self.calls[call].counters[counter];
                        self.count(counter, then);
                    }
                    call = outer;
                    Some((back, at))
                }
                Op::LineBreak => {
                    line_break(&self.text[at..self.limit]).map(|length| (op + 1, at + length))
                }
                Op::Grapheme => {
                    let found = GRAPHEME
                        .as_ref()
                        .and_then(|g| g.find(&self.text[at..self.limit]));
                    found.map(|found| (op + 1, at + found.end()))
                }
            };
            (op, at) = match next {
                Some(next) => next,
                None => match self.fail(base) {
                    Some((op, at, then)) => {
                        call = then;
                        (op, at)
                    }
                    None => return Ok(None),
                },
            };
        }
    }

    /// Goes on for another slice of steps, when it may and while there is time.
    #[cold]
    fn pause(&mut self) -> Result<(), TooLong> {
        alarm::step();
        self.pause = self.steps + STEPS_OF_SLICE;
        let steps_max = STEPS_MAX + STEPS_OF_BYTE_MAX * self.text.len();
        match self.steps > steps_max || self.stack.len() > STACK_MAX {
            true => Err(TooLong),
            false => Ok(()),
        }
    }

    /// Returns the next alternative, after undoing all changes made since.
    fn fail(&mut self, base: usize) -> Option<(usize, usize, usize)> {
        while self.stack.len() > base {
            match self.stack.pop()? {
                Entry::Way { op, at, call } => return Some((op, at, call)),
                Entry::Fewer {
                    op,
                    at,
                    least,
                    call,
                } => {
                    let at = self.back(at, 1)?;
                    self.fewer(op, at, least, call);
                    return Some((op, at, call));
                }
                Entry::More { op, at, left, call } => {
                    let more = match &self.program.ops[op] {
                        Op::Many { one, .. } => self.one(one, at),
                        _ => None,
                    };
                    if let Some(at) = more {
                        self.more(op, at, left - 1, call);
                        return Some((op + 1, at, call));
                    }
                }
                Entry::Slot(slot, old) => self.slots[slot] = old,
                Entry::Counter(counter, old) => self.counters[counter] = old,
            }
        }
        None
    }

    fn fewer(&mut self, op: usize, at: usize, least: usize, call: usize) {
        if at > least {
            self.stack.push(Entry::Fewer {
                op,
                at,
                least,
                call,
            });
        }
    }

    fn more(&mut self, op: usize, at: usize, left: u32, call: usize) {
        if left > 0 {
            self.stack.push(Entry::More { op, at, left, call });
        }
    }

    /// Takes back everything above a height of the stack.
    fn undo(&mut self, below: usize) {
        while self.stack.len() > below {
            match self.stack.pop() {
                Some(Entry::Slot(slot, old)) => self.slots[slot] = old,
                Some(Entry::Counter(counter, old)) => self.counters[counter] = old,
                _ => {}
            }
        }
    }

    /// Drops the alternatives above a height of the stack, but not the changes to undo.
    fn forget_ways(&mut self, below: usize) {
        self.steps += (self.stack.len() - below) / 8;
        let mut kept = below;
        for at in below..self.stack.len() {
            if matches!(self.stack[at], Entry::Slot(..) | Entry::Counter(..)) {
                self.stack.swap(kept, at);
                kept += 1;
            }
        }
        self.stack.truncate(kept);
    }

    fn save(&mut self, slot: usize, at: usize) {
        self.stack.push(Entry::Slot(slot, self.slots[slot]));
        self.slots[slot] = at;
    }

    fn count(&mut self, counter: usize, value: Counter) {
        self.stack
            .push(Entry::Counter(counter, self.counters[counter]));
        self.counters[counter] = value;
    }

    fn one(&self, one: &One, at: usize) -> Option<usize> {
        let c = self.text[at..self.limit].chars().next()?;
        one.matches(c).then_some(at + c.len_utf8())
    }

    fn many(
        &mut self,
        op: usize,
        one: &One,
        (min, max, kind): (u32, Option<u32>, Kind),
        mut at: usize,
        call: usize,
    ) -> Result<Option<usize>, TooLong> {
        let most = max.unwrap_or(u32::MAX);
        let wanted = if kind == Kind::Lazy { min } else { most };
        let mut least = at;
        let mut count = 0;
        while count < wanted {
            let Some(next) = self.one(one, at) else {
                break;
            };
            at = next;
            count += 1;
            if count == min {
                least = at;
            }
        }
        self.steps += count as usize / 8;
        if count < min {
            return Ok(None);
        }
        match kind {
            Kind::Greedy => self.fewer(op + 1, at, least, call),
            Kind::Lazy => self.more(op, at, most - min, call),
            Kind::Possessive => {}
        }
        Ok(Some(at))
    }

    /// Returns the operation at which a loop continues: another round, or after the loop. A round
    /// that took no text is the last one.
    fn round(
        &mut self,
        op: usize,
        counter: usize,
        (min, max, lazy): (u32, Option<u32>, bool),
        exit: usize,
        at: usize,
        call: usize,
    ) -> usize {
        let Counter { rounds, start } = self.counters[counter];
        let empty = rounds > 0 && start == at;
        if empty || max.is_some_and(|max| rounds >= max) {
            return exit;
        }
        let further = Counter {
            rounds: rounds.saturating_add(1),
            start: at,
        };
        if rounds < min {
            self.count(counter, further);
            return op + 1;
        }
        if !lazy {
            self.stack.push(Entry::Way { op: exit, at, call });
            self.count(counter, further);
            return op + 1;
        }
        // coming back, the counter stands at the further round when its body begins
        let now = self.counters[counter];
        self.stack.push(Entry::Counter(counter, now));
        self.stack.push(Entry::Way {
            op: op + 1,
            at,
            call,
        });
        self.stack.push(Entry::Counter(counter, further));
        exit
    }

    fn back(&self, at: usize, chars: usize) -> Option<usize> {
        let mut before = self.text[..at].char_indices().rev();
        match chars {
            0 => Some(at),
            chars => before.nth(chars - 1).map(|(at, _)| at),
        }
    }

    fn backreference(&self, groups: &[usize], fold: bool, at: usize) -> Option<usize> {
        let span = |group: &usize| {
            let (start, end) = (self.slots[group * 2], self.slots[group * 2 + 1]);
            self.text.get(start..end)
        };
        let mut wanted = groups.iter().rev().filter_map(span);
        wanted.find_map(|wanted| self.repeated(wanted, fold, at))
    }

    fn level(&self, call: usize) -> i32 {
        self.calls.get(call).map_or(0, |call| call.level)
    }

    /// Saves the match of a group for backreferences with a level.
    fn remember(&mut self, group: usize, call: usize) {
        if !self.program.has_levels {
            return;
        }
        let last = self.slots.len() - 1;
        self.past.push(Past {
            group,
            level: self.level(call),
            start: self.slots[group * 2],
            end: self.slots[group * 2 + 1],
            before: self.slots[last],
        });
        self.save(last, self.past.len() - 1);
    }

    /// Returns the span that any of some groups matched last in a call of a level.
    fn past(&mut self, groups: &[usize], level: i32) -> Option<(usize, usize)> {
        let mut entry = self.slots.last().copied();
        while let Some(past) = entry.and_then(|entry| self.past.get(entry)) {
            self.steps += 1;
            if past.level == level && groups.contains(&past.group) {
                return Some((past.start, past.end));
            }
            entry = Some(past.before);
        }
        None
    }

    /// Returns the end of a text that is repeated at a position.
    fn repeated(&self, wanted: &str, fold: bool, at: usize) -> Option<usize> {
        let rest = &self.text[at..self.limit];
        if !fold {
            return rest.starts_with(wanted).then_some(at + wanted.len());
        }
        let mut length = 0;
        let mut chars = rest.chars();
        for c in wanted.chars() {
            let other = chars.next()?;
            if c != other && !c.to_lowercase().eq(other.to_lowercase()) {
                return None;
            }
            length += other.len_utf8();
        }
        Some(at + length)
    }

    /// Returns the end of the longest text from a position on that holds no match of the code at
    /// `op`.
    fn absent(&mut self, op: usize, at: usize, call: usize) -> Result<Option<usize>, TooLong> {
        let all = self.limit;
        let end = self.absent_within(op, at, call);
        self.limit = all;
        end
    }

    /// Does the work of `absent`. Every match found lowers the limit for the searches that follow.
    fn absent_within(
        &mut self,
        op: usize,
        at: usize,
        call: usize,
    ) -> Result<Option<usize>, TooLong> {
        let mut start = at;
        while start <= self.limit {
            let below = self.stack.len();
            let found = self.run(op, start, call)?;
            self.undo(below);
            match found {
                Some(end) if end == start && start == at => return Ok(None),
                Some(end) if end == start => self.limit = start,
                Some(end) => self.limit = self.back(end, 1).unwrap_or(start),
                None => {}
            }
            match self.text[start..self.limit].chars().next() {
                Some(c) => start += c.len_utf8(),
                None => break,
            }
        }
        Ok(Some(self.limit))
    }

    fn holds(&self, anchor: Anchor, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        match anchor {
            Anchor::LineStart => at == 0 || (at < bytes.len() && bytes.get(at - 1) == Some(&b'\n')),
            Anchor::LineEnd => at == bytes.len() || bytes[at] == b'\n',
            Anchor::TextStart => at == 0,
            Anchor::TextEnd => at == bytes.len(),
            Anchor::TextEndBeforeNewline => {
                at == bytes.len() || (at + 1 == bytes.len() && bytes[at] == b'\n')
            }
            Anchor::SearchStart => at == self.from,
            Anchor::WordBoundary { negated, unicode } => {
                let word = |c: char| match unicode {
                    true => regex_syntax::is_word_character(c),
                    false => c.is_ascii_alphanumeric() || c == '_',
                };
                let before = self.text[..at].chars().next_back().is_some_and(word);
                let after = self.text[at..].chars().next().is_some_and(word);
                (before != after) != negated
            }
        }
    }
}

/// Returns the length of a line break at the beginning of a text.
fn line_break(text: &str) -> Option<usize> {
    if text.starts_with("\r\n") {
        return Some(2);
    }
    let c = text.chars().next()?;
    matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}').then_some(c.len_utf8())
}
