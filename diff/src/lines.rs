//! Makes line diffs of texts.

use imara_diff::{Algorithm, Diff, Hunk, InternedInput};

use crate::change::Sign;

/// A line of a diff.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line<'t> {
    /// The beginning of a part of the diff.
    Part {
        /// The first line of the part in the old text, from 1 on, and the number of its lines.
        old: (usize, usize),
        /// The first line of the part in the new text, from 1 on, and the number of its lines.
        new: (usize, usize),
    },
    /// A line of both texts.
    Same(&'t str),
    /// A line of one of them.
    Only(Sign, &'t str),
    /// A mark that the line before has no line break.
    NoEnd,
}

/// The number of common lines that are shown around a difference.
pub const CONTEXT: usize = 3;

/// Returns the parts of two texts that differ, with the lines around them.
pub fn lines<'t>(old: &'t str, new: &'t str) -> Vec<Line<'t>> {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let mut parts: Vec<Vec<Hunk>> = Vec::new();
    for hunk in diff.hunks() {
        match parts.last_mut() {
            Some(part)
                if part.last().is_some_and(|last| {
                    (hunk.before.start - last.before.end) as usize <= 2 * CONTEXT
                }) =>
            {
                part.push(hunk);
            }
            _ => parts.push(vec![hunk]),
        }
    }
    let mut found = Vec::new();
    for part in &parts {
        write_part(&input, part, &mut found);
    }
    found
}

fn write_part<'t>(input: &InternedInput<&'t str>, hunks: &[Hunk], found: &mut Vec<Line<'t>>) {
    let (Some(first), Some(last)) = (hunks.first(), hunks.last()) else {
        return;
    };
    let start = first
        .before
        .start
        .min(first.after.start)
        .min(CONTEXT as u32);
    let rest = (input.before.len() as u32 - last.before.end).min(CONTEXT as u32);
    let (a, b) = (first.before.start - start, first.after.start - start);
    // by convention, a part without lines begins at the line before it
    let range = |start: u32, end: u32| {
        (
            start as usize + usize::from(end > start),
            (end - start) as usize,
        )
    };
    found.push(Line::Part {
        old: range(a, last.before.end + rest),
        new: range(b, last.after.end + rest),
    });
    let mut push = |token, make: fn(&'t str) -> Line<'t>| {
        let text: &'t str = input.interner[token];
        found.push(make(text.strip_suffix('\n').unwrap_or(text)));
        if !text.ends_with('\n') {
            found.push(Line::NoEnd);
        }
    };
    let mut at = a;
    for hunk in hunks {
        for i in at..hunk.before.start {
            push(input.before[i as usize], Line::Same);
        }
        for i in hunk.before.clone() {
            push(input.before[i as usize], |text| {
                Line::Only(Sign::Removed, text)
            });
        }
        for i in hunk.after.clone() {
            push(input.after[i as usize], |text| {
                Line::Only(Sign::Added, text)
            });
        }
        at = hunk.before.end;
    }
    for i in at..at + rest {
        push(input.before[i as usize], Line::Same);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        let line = |line: &Line<'_>| match line {
            Line::Part { old, new } => format!("@@ -{},{} +{},{}", old.0, old.1, new.0, new.1),
            Line::Same(text) => format!(" {text}"),
            Line::Only(sign, text) => format!("{}{text}", sign.mark()),
            Line::NoEnd => "\\".to_owned(),
        };
        lines(old, new)
            .iter()
            .map(line)
            .collect::<Vec<_>>()
            .join("|")
    }

    #[test]
    fn parts_have_lines_around_them() {
        assert_eq!(shown("a\nb\n", "a\nc\n"), "@@ -1,2 +1,2| a|-b|+c");
        let old: String = (1..=30).map(|i| format!("{i}\n")).collect();
        let new = old.replace("10\n", "ten\n").replace("25\n", "");
        assert_eq!(
            shown(&old, &new),
            "@@ -7,7 +7,7| 7| 8| 9|-10|+ten| 11| 12| 13|@@ -22,7 +22,6| 22| 23| 24|-25| 26| 27| 28"
        );
    }

    #[test]
    fn a_missing_line_break_is_a_difference() {
        assert_eq!(shown("a\nb", "a\nb\n"), "@@ -1,2 +1,2| a|-b|\\|+b");
        assert_eq!(shown("", "a\n"), "@@ -0,0 +1,1|+a");
        assert_eq!(shown("a\n", "a\n"), "");
    }
}
