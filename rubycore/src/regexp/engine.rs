//! Owns the engines that run a compiled pattern.
//!
//! A single character, or a class of ASCII characters, needs no engine: such patterns are common in
//! `split` and `regsubst`.

use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::{Anchored, Input, meta};
use regex_syntax::hir::{Class, Hir, HirKind};

use super::Node;

use super::backtrack::{self, TooLong};
use super::emit::Emitted;
use super::firsts::Firsts;
use super::large::{self, Large, SIZE_MAX};
use super::program::{self, Program};

/// The number of groups whose start and end need no memory of their own.
const FEW: usize = 8;

/// The spans of the groups of a match, as byte offsets. Group 0 is the whole match.
#[derive(Clone, Debug)]
pub struct Spans {
    groups: usize,
    few: [Option<NonMaxUsize>; FEW * 2],
    /// Used if there are many groups, otherwise empty.
    many: Vec<Option<NonMaxUsize>>,
}

impl Spans {
    /// Makes room for a number of groups, including the whole match.
    pub(super) fn new(groups: usize) -> Spans {
        let many = match groups > FEW {
            true => vec![None; groups * 2],
            false => Vec::new(),
        };
        Spans {
            groups,
            few: [None; FEW * 2],
            many,
        }
    }

    #[inline]
    fn slots(&self) -> &[Option<NonMaxUsize>] {
        match self.groups > FEW {
            true => &self.many,
            false => &self.few[..self.groups * 2],
        }
    }

    fn slots_mut(&mut self) -> &mut [Option<NonMaxUsize>] {
        match self.groups > FEW {
            true => &mut self.many,
            false => &mut self.few[..self.groups * 2],
        }
    }

    /// Returns the span of a group, when it took part.
    #[inline]
    pub fn get(&self, group: usize) -> Option<(usize, usize)> {
        let slots = self.slots();
        let start = slots.get(group * 2).copied().flatten()?;
        let end = slots.get(group * 2 + 1).copied().flatten()?;
        Some((start.get(), end.get()))
    }

    /// Sets the span of the whole match, of a pattern without groups.
    #[inline]
    fn set_whole(&mut self, span: Option<(usize, usize)>) {
        let slots = match self.groups > FEW {
            true => &mut self.many[..],
            false => &mut self.few[..],
        };
        slots[0] = span.and_then(|(start, _)| NonMaxUsize::new(start));
        slots[1] = span.and_then(|(_, end)| NonMaxUsize::new(end));
    }

    /// Takes the slots of a match, which there is.
    fn take(&mut self, slots: &[usize]) -> bool {
        for (slot, &at) in self.slots_mut().iter_mut().zip(slots) {
            *slot = NonMaxUsize::new(at);
        }
        true
    }

    /// Returns the number of groups, including the whole match.
    pub fn len(&self) -> usize {
        self.groups
    }

    /// Returns true if there is no room for any.
    pub fn is_empty(&self) -> bool {
        self.groups == 0
    }

    /// Returns the groups in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Option<(usize, usize)>> + '_ {
        (0..self.len()).map(|group| self.get(group))
    }
}

pub(super) enum Engine {
    /// One character.
    Char(char),
    /// One of several ASCII characters, as a flag for each byte.
    Ascii(Box<[bool; 256]>),
    /// The empty text, or a long one, for which the linear engine would need a state for each
    /// character.
    Text(Box<str>),
    /// With about as many states, and the bytes that a match may begin with.
    Linear(meta::Regex, usize, Option<Firsts>),
    Backtracking(Program),
    Large(Box<Large>),
}

/// The length of a text in bytes from which on it is searched directly.
const TEXT_BYTES_MIN: usize = 1024;

impl Engine {
    pub(super) fn is_match(&self, text: &str) -> Result<bool, TooLong> {
        Ok(match self {
            Engine::Linear(engine, ..) => engine.is_match(text),
            _ => self.find(text, 0)?.is_some(),
        })
    }

    /// Calls `each` with all matches of a pattern that needs no engine. Returns true if the pattern
    /// is one.
    #[inline]
    pub(super) fn each_char(&self, text: &str, mut each: impl FnMut(usize, usize)) -> bool {
        match self {
            Engine::Char(char) if char.is_ascii() => {
                let wanted = *char as u8;
                for (at, &byte) in text.as_bytes().iter().enumerate() {
                    if byte == wanted {
                        each(at, at + 1);
                    }
                }
            }
            Engine::Char(char) => {
                let len = char.len_utf8();
                for (at, _) in text.match_indices(*char) {
                    each(at, at + len);
                }
            }
            Engine::Ascii(set) => {
                for (at, &byte) in text.as_bytes().iter().enumerate() {
                    if set[usize::from(byte)] {
                        each(at, at + 1);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Returns the first match at or after a byte offset, of a pattern that needs no engine.
    #[inline]
    fn find_char(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        match self {
            Engine::Char(char) => {
                let at = from + text[from..].find(*char)?;
                Some((at, at + char.len_utf8()))
            }
            Engine::Ascii(set) => {
                let mut bytes = text.as_bytes()[from..].iter();
                let at = from + bytes.position(|&b| set[usize::from(b)])?;
                Some((at, at + 1))
            }
            _ => None,
        }
    }

    /// Returns the first match at or after a byte offset.
    pub(super) fn find(&self, text: &str, from: usize) -> Result<Option<(usize, usize)>, TooLong> {
        Ok(match self {
            Engine::Char(_) | Engine::Ascii(_) => self.find_char(text, from),
            Engine::Text(part) => {
                let at = text[from..].find(&**part);
                at.map(|at| (from + at, from + at + part.len()))
            }
            Engine::Linear(engine, ..) => {
                let found = engine.find(Input::new(text).range(from..));
                found.map(|m| (m.start(), m.end()))
            }
            Engine::Backtracking(engine) => {
                let found = backtrack::search(engine, text, from)?;
                found.map(|slots| (slots[0], slots[1]))
            }
            Engine::Large(engine) => engine.find(text, from)?,
        })
    }

    /// Finds the first match at or after a byte offset: as many groups as `spans` has room for.
    #[inline]
    pub(super) fn spans(
        &self,
        text: &str,
        from: usize,
        spans: &mut Spans,
    ) -> Result<bool, TooLong> {
        match self {
            Engine::Char(_) | Engine::Ascii(_) => {
                let found = self.find_char(text, from);
                spans.set_whole(found);
                Ok(found.is_some())
            }
            _ => self.spans_of_groups(text, from, spans),
        }
    }

    fn spans_of_groups(&self, text: &str, from: usize, spans: &mut Spans) -> Result<bool, TooLong> {
        match self {
            Engine::Linear(engine, _, firsts) => {
                Ok(search_groups(engine, firsts.as_ref(), (text, from), spans))
            }
            Engine::Backtracking(engine) => {
                let found = backtrack::search(engine, text, from)?;
                Ok(found.is_some_and(|slots| spans.take(&slots)))
            }
            Engine::Large(engine) if spans.len() > 1 => {
                let found = engine.slots(text, from)?;
                Ok(found.is_some_and(|slots| spans.take(&slots)))
            }
            _ => {
                let found = self.find(text, from)?;
                spans.set_whole(found);
                Ok(found.is_some())
            }
        }
    }
}

/// Finds the groups of the first match at or after a byte offset. Returns true if there is one.
///
/// Matches of many patterns begin at the first place where they may, and there one pass over the
/// text finds the groups, while a search takes three. It is tried if the last match began so.
fn search_groups(
    engine: &meta::Regex,
    firsts: Option<&Firsts>,
    (text, from): (&str, usize),
    spans: &mut Spans,
) -> bool {
    let first_place = |firsts: &Firsts| Some(from + firsts.first_in(&text.as_bytes()[from..])?);
    let mut input = Input::new(text).range(from..);
    if let Some(firsts) = firsts
        && firsts.begin_matches()
    {
        let Some(place) = first_place(firsts) else {
            return false;
        };
        input = input.range(place..);
        let here = input.clone().anchored(Anchored::Yes);
        if engine.search_slots(&here, spans.slots_mut()).is_some() {
            return true;
        }
        firsts.note(false);
    }
    let is_found = engine.search_slots(&input, spans.slots_mut()).is_some();
    if is_found
        && let Some(firsts) = firsts
        && spans.get(0).map(|(start, _)| start) == first_place(firsts)
    {
        firsts.note(true);
    }
    is_found
}

/// Compiles a pattern for the backtracking engine.
///
/// # Errors
/// Fails if it is too big.
pub(super) fn backtracking(root: &Node, groups: usize) -> Result<Engine, String> {
    program::compile(root, groups).map(Engine::Backtracking)
}

/// Compiles a pattern for texts that would take the linear engine long.
///
/// # Errors
/// Fails if it is too big.
pub(super) fn large(root: &Node, groups: usize, emitted: &Emitted) -> Result<Engine, String> {
    let engine = Large::new(root, groups, emitted)?;
    Ok(Engine::Large(Box::new(engine)))
}

/// Compiles a pattern for the linear engine.
///
/// # Errors
/// Fails if it is too big.
pub(super) fn linear(emitted: &Emitted) -> Result<Engine, String> {
    let too_big = || "too big pattern".to_owned();
    let tree = regex_syntax::parse(&emitted.text).map_err(|_| too_big())?;
    if let Some(simple) = simple(&tree) {
        return Ok(simple);
    }
    let limits = meta::Config::new()
        .nfa_size_limit(Some(SIZE_MAX))
        .onepass_size_limit(Some(1 << 20))
        .hybrid_cache_capacity(2 << 20);
    let engine = meta::Builder::new().configure(limits).build_from_hir(&tree);
    let engine = engine.map_err(|_| too_big())?;
    Ok(Engine::Linear(
        engine,
        large::size(&tree),
        Firsts::of(&tree),
    ))
}

fn simple(tree: &Hir) -> Option<Engine> {
    match tree.kind() {
        HirKind::Empty => Some(Engine::Text("".into())),
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            let mut chars = text.chars();
            let only = chars.next().filter(|_| chars.as_str().is_empty());
            match only {
                None if text.len() >= TEXT_BYTES_MIN => Some(Engine::Text(text.into())),
                only => only.map(Engine::Char),
            }
        }
        HirKind::Class(Class::Unicode(class)) => {
            let mut set = Box::new([false; 256]);
            for range in class.ranges() {
                if !range.end().is_ascii() {
                    return None;
                }
                set[range.start() as usize..=range.end() as usize].fill(true);
            }
            Some(Engine::Ascii(set))
        }
        _ => None,
    }
}
