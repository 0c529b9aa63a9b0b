//! Finds the name that was probably meant by an unknown name.

/// Returns the candidate that is most similar to an unknown name; the first one if several are
/// equally similar.
///
/// Returns `None` if all candidates differ in more than a third of their letters, because a bad
/// guess is worse than none. Case does not count, and `-` equals `_`.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name = folded(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = folded(candidate);
        let bound = name.len().max(other.len()).div_ceil(3);
        // only a candidate more similar than the best so far matters
        let limit = match best {
            Some((0, _)) => break,
            Some((least, _)) => bound.min(least - 1),
            None => bound,
        };
        if let Some(distance) = distance(&name, &other, limit) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the hint to add to an error about an unknown name; empty if no candidate is similar.
pub fn did_you_mean<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    match nearest(name, candidates) {
        Some(near) => format!("; did you mean '{near}'?"),
        None => String::new(),
    }
}

fn folded(name: &str) -> Vec<char> {
    let fold = |c: char| {
        if c == '-' {
            '_'
        } else {
            c.to_ascii_lowercase()
        }
    };
    name.chars().map(fold).collect()
}

/// Returns the number of letters to insert, remove, replace or swap with a neighbor to turn one
/// word into the other, if it is at most `limit`.
fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    // the last three rows of the table
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = before.clone();
    for (i, &x) in a.iter().enumerate() {
        row[0] = i + 1;
        let mut least_of_row = row[0];
        for (j, &y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && y == a[i - 1] {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least;
            least_of_row = least_of_row.min(least);
        }
        // later rows depend on this one and, for swaps, on the one before
        if least_of_row > limit && last.iter().all(|&steps| steps >= limit) {
            return None;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    Some(last[b.len()]).filter(|steps| *steps <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_the_one_that_was_meant() {
        let names = ["strict", "strict_variables", "storeconfigs", "environment"];
        let near = |name| nearest(name, names);
        assert_eq!(near("strict-variable"), Some("strict_variables"));
        assert_eq!(near("enviroment"), Some("environment"));
        assert_eq!(near("srtict"), Some("strict"));
        assert_eq!(near("STRICT"), Some("strict"));
        assert_eq!(near("zzz"), None);
        assert_eq!(near(""), None);
        assert_eq!(nearest("ab", ["ac", "ad"]), Some("ac"));
        assert_eq!(distance(&folded("ca"), &folded("abc"), 3), Some(3));
        assert_eq!(distance(&folded("ca"), &folded("abc"), 2), None);
        assert_eq!(distance(&folded("abcd"), &folded("badc"), 2), Some(2));
        assert_eq!(distance(&folded("abcdefgh"), &folded("hgfedcba"), 3), None);
    }
}
