//! The nearest of many names to one that is not among them, for hints at a slip of the pen.

/// The nearest name, if one is near enough to have been meant; of several the first in order.
pub fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = (wanted.chars().count() / 3).max(1);
    let near = names.map(|name| (distance(wanted, name), name));
    let found = near.filter(|(steps, _)| *steps <= most).min();
    found.map(|(_, name)| name)
}

/// How many characters must be changed, put in or taken out to come from one text to the other; two
/// that have changed places count as one.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let changed = row[j] + usize::from(a != b);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && from[i - 1] == *b && *a == to[j - 1] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (from, to, steps) in [
            ("", "", 0),
            ("", "ab", 2),
            ("web01", "web01", 0),
            ("web01", "web10", 1),
            ("web01", "eb01", 1),
            ("ab", "ba", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(from, to), steps, "{from} {to}");
            assert_eq!(distance(to, from), steps, "{to} {from}");
        }
    }

    #[test]
    fn what_is_far_is_not_named() {
        let names = ["db01.example.com", "web01.example.com", "web02.example.com"];
        let near = |wanted| nearest(wanted, names.into_iter());
        assert_eq!(near("web03.example.com"), Some("web01.example.com"));
        assert_eq!(near("wbe02.example.com"), Some("web02.example.com"));
        assert_eq!(near("mail"), None);
    }
}
