//! Owns the scores: passed cases by area, and the list of failing cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The numbers of passed and of all cases by area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    areas: BTreeMap<String, (usize, usize)>,
}

impl Score {
    /// Counts a case.
    pub fn add(&mut self, area: &str, passed: bool) {
        let row = self.areas.entry(area.to_owned()).or_default();
        row.0 += usize::from(passed);
        row.1 += 1;
    }

    /// Returns the numbers of passed and of all cases over all areas.
    pub fn total(&self) -> (usize, usize) {
        let rows = self.areas.values();
        rows.fold((0, 0), |(p, t), (passed, total)| (p + passed, t + total))
    }

    /// Returns the page `SCORE.md`.
    pub fn page(&self) -> String {
        let (passed, total) = self.total();
        let mut page = format!(
            "# Score\n\nRecorded cases that bunraku answers as Puppet 8.11 does, in all modes of the JIT. \
             Written by `bunraku conformance run --write`.\n\n\
             | area | passed | of |\n|---|---:|---:|\n| **all** | **{passed}** | **{total}** |\n"
        );
        for (area, (passed, total)) in &self.areas {
            writeln!(page, "| {area} | {passed} | {total} |").expect("a String takes any text");
        }
        page
    }
}

/// Parses `failing.txt`: one id per line; `#` begins a comment.
pub fn listed(text: &str) -> BTreeSet<String> {
    let lines = text
        .lines()
        .map(|l| l.split('#').next().unwrap_or("").trim());
    lines.filter(|l| !l.is_empty()).map(str::to_owned).collect()
}

/// Returns the text of `failing.txt`.
pub fn listing(failing: &BTreeSet<String>) -> String {
    let head = "# Cases that fail. One that passes turns the run red until its line is gone;\n\
                # `bunraku conformance run --write` writes this list anew.\n";
    failing
        .iter()
        .fold(head.to_owned(), |text, id| text + id + "\n")
}

/// The cases of a run whose results contradict the list of failing cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Cases that failed but are not listed.
    pub broken: Vec<String>,
    /// Cases that passed but are listed.
    pub mended: Vec<String>,
}

impl Verdict {
    /// Judges the cases that ran. `ran` contains pairs `(id, passed)`.
    pub fn new<'c>(
        ran: impl Iterator<Item = (&'c str, bool)>,
        listed: &BTreeSet<String>,
    ) -> Verdict {
        let mut verdict = Verdict::default();
        for (id, passed) in ran {
            match (passed, listed.contains(id)) {
                (true, true) => verdict.mended.push(id.to_owned()),
                (false, false) => verdict.broken.push(id.to_owned()),
                _ => {}
            }
        }
        verdict
    }

    /// Returns true if all results are as expected.
    pub fn is_green(&self) -> bool {
        self.broken.is_empty() && self.mended.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_case_that_passes_is_red() {
        let list = listed("# known\na/b # why\n\nc/d\n");
        let ran = [("a/b", true), ("c/d", false), ("e/f", true)];
        let verdict = Verdict::new(ran.into_iter(), &list);
        assert_eq!(verdict.mended, ["a/b"]);
        assert!(verdict.broken.is_empty() && !verdict.is_green());
        assert_eq!(listed(&listing(&list)), list);
    }
}
