//! Searches for which the linear engine could take long: a large pattern in a large text, or many
//! groups.
//!
//! That engine bounds the time by the pattern's size times the text's, and the memory by the
//! pattern's size times its groups. Here a lazy automaton finds the match in time proportional to
//! the text alone, or gives up. In that case, and for the groups of a match, the backtracking
//! engine runs, which counts its steps and observes the time limit.

use super::Node;
use regex_automata::hybrid::dfa::DFA;
use regex_automata::hybrid::{dfa, regex};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::pool::Pool;
use regex_automata::{Input, MatchKind};
use regex_syntax::hir::{Class, Hir, HirKind};

use super::backtrack::{self, TooLong};
use super::emit::Emitted;
use super::program::{self, Program};

/// Compiled size of a pattern at most, in bytes.
pub(super) const SIZE_MAX: usize = 64 << 20;

/// States of a pattern times bytes of a text that the linear engine gets at most.
const WORK_MAX: usize = 1 << 28;
/// States of a pattern times its groups.
const ROOM_MAX: usize = 1 << 22;
/// Memory of the automaton's states, which are forgotten when it is used up.
const STATES_BYTES: usize = 4 << 20;
/// The number of times that the automaton may clear its cache before it gives up ...
const FORGOTTEN_MAX: usize = 4;
/// ... when it has advanced by fewer than this number of bytes for each state.
const STATE_GAIN_MIN: usize = 10;

/// Returns true if a search could take the linear engine long.
#[inline]
pub(super) fn is_large(size: usize, groups: usize, text: &str) -> bool {
    size.saturating_mul(text.len()) > WORK_MAX || size.saturating_mul(groups) > ROOM_MAX
}

/// Estimates the number of states that the linear engine has for a pattern.
pub(super) fn size(tree: &Hir) -> usize {
    match tree.kind() {
        HirKind::Empty | HirKind::Look(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Class(Class::Unicode(class)) => class.ranges().len() + 1,
        HirKind::Class(Class::Bytes(_)) => 1,
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min.saturating_add(1));
            size(&repetition.sub).saturating_mul(times as usize)
        }
        HirKind::Capture(capture) => size(&capture.sub).saturating_add(2),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts
            .iter()
            .fold(1, |sum, part| sum.saturating_add(size(part))),
    }
}

/// The caches that concurrent searches need, one each, made on first use.
type Caches = Pool<Option<regex::Cache>, fn() -> Option<regex::Cache>>;

/// The engine of patterns that are large.
pub(super) struct Large {
    /// Absent for patterns with constructs that no automaton supports.
    automaton: Option<(regex::Regex, Caches)>,
    program: Program,
}

impl Large {
    /// Makes the engine of a pattern.
    ///
    /// # Errors
    /// Fails if it gets too big.
    pub(super) fn new(root: &Node, groups: usize, emitted: &Emitted) -> Result<Large, String> {
        let program = program::compile(root, groups)?;
        let tree = regex_syntax::parse(&emitted.text).ok();
        let regex = tree.and_then(|tree| automaton(&tree));
        let caches = || Caches::new(|| None);
        let automaton = regex.map(|regex| (regex, caches()));
        Ok(Large { automaton, program })
    }

    /// Returns the first match at or after a byte offset.
    pub(super) fn find(&self, text: &str, from: usize) -> Result<Option<(usize, usize)>, TooLong> {
        if let Some((regex, caches)) = &self.automaton {
            let input = Input::new(text).range(from..);
            let mut cache = caches.get();
            let cache = cache.get_or_insert_with(|| regex.create_cache());
            if let Ok(found) = regex.try_search(cache, &input) {
                return Ok(found.map(|found| (found.start(), found.end())));
            }
        }
        let found = backtrack::search(&self.program, text, from)?;
        Ok(found.map(|slots| (slots[0], slots[1])))
    }

    /// Returns the first match at or after a byte offset: the slots of all groups.
    pub(super) fn slots(&self, text: &str, from: usize) -> Result<Option<Vec<usize>>, TooLong> {
        match self.find(text, from)? {
            Some((start, _)) => backtrack::search_at(&self.program, text, from, start),
            None => Ok(None),
        }
    }
}

fn automaton(tree: &Hir) -> Option<regex::Regex> {
    let halves = (half(tree, false)?, half(tree, true)?);
    Some(regex::Builder::new().build_from_dfas(halves.0, halves.1))
}

/// Makes the automaton that finds the ends of matches, or, backwards, their starts.
fn half(tree: &Hir, backwards: bool) -> Option<DFA> {
    let states = thompson::Config::new()
        .reverse(backwards)
        .which_captures(WhichCaptures::None)
        .nfa_size_limit(Some(SIZE_MAX));
    let states = thompson::Compiler::new()
        .configure(states)
        .build_from_hir(tree)
        .ok()?;
    let kind = match backwards {
        true => MatchKind::All,
        false => MatchKind::LeftmostFirst,
    };
    let config = dfa::Config::new()
        .match_kind(kind)
        .cache_capacity(STATES_BYTES)
        .skip_cache_capacity_check(true)
        .unicode_word_boundary(true)
        .minimum_cache_clear_count(Some(FORGOTTEN_MAX))
        .minimum_bytes_per_state(Some(STATE_GAIN_MIN));
    let made = dfa::Builder::new().configure(config).build_from_nfa(states);
    made.ok()
}
