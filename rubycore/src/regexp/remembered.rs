//! Remembers which patterns match the text that was matched last.
//!
//! Code that searches a table of patterns for the one that matches a name asks the same questions
//! each time. A question that was asked before is answered without the engine.

use std::cell::RefCell;
use std::sync::Arc;

use super::pattern::{Answer, Pattern};

/// The number of answers that are kept. A power of two.
const ANSWERS: usize = 1024;

/// The maximum length of a text that is kept, in bytes.
const TEXT_BYTES_MAX: usize = 256;

/// The answers of this thread.
struct Remembered {
    /// The text that was matched last.
    text: String,
    /// The number of texts so far; answers for other texts are of an earlier number.
    number: u64,
    /// Answers by the address of the pattern, which is kept so that no other one gets its address.
    answers: Vec<Option<Known>>,
}

struct Known {
    pattern: Arc<Pattern>,
    number: u64,
    is_match: bool,
}

thread_local! {
    static REMEMBERED: RefCell<Remembered> = const {
        RefCell::new(Remembered {
            text: String::new(),
            number: 0,
            answers: Vec::new(),
        })
    };
}

/// Works like [`Pattern::is_match`], but faster if the text is the one that was matched last, and
/// the pattern has been matched with it before.
///
/// # Errors
/// Those of [`Pattern::is_match`].
pub fn is_match(pattern: &Arc<Pattern>, text: &str) -> Answer<bool> {
    if text.len() > TEXT_BYTES_MAX {
        return pattern.is_match(text);
    }
    REMEMBERED.with_borrow_mut(|remembered| remembered.is_match(pattern, text))
}

impl Remembered {
    fn is_match(&mut self, pattern: &Arc<Pattern>, text: &str) -> Answer<bool> {
        if self.text != text {
            self.text.clear();
            self.text.push_str(text);
            self.number += 1;
        }
        if self.answers.is_empty() {
            self.answers.resize_with(ANSWERS, || None);
        }
        let place = &mut self.answers[place(pattern)];
        if let Some(known) = place
            && known.number == self.number
            && Arc::ptr_eq(&known.pattern, pattern)
        {
            return Ok(known.is_match);
        }
        let is_match = pattern.is_match(text)?;
        *place = Some(Known {
            pattern: Arc::clone(pattern),
            number: self.number,
            is_match,
        });
        Ok(is_match)
    }
}

/// Returns the place of a pattern's answer.
fn place(pattern: &Arc<Pattern>) -> usize {
    // the lowest bits of addresses are equal; the product spreads the others
    let address = Arc::as_ptr(pattern).addr() as u64 >> 4;
    (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ANSWERS.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::super::{Options, pattern};
    use super::*;

    #[test]
    fn answers_are_those_of_the_pattern() {
        let sources = ["^a", "b$", "^(?:ab|ba)+$", "x", "(a)\\1", "\\Ab*\\z"];
        let texts = ["", "a", "ab", "abba", "aab", "ax\n", &"ab".repeat(200)];
        for round in 0..3 {
            for text in texts {
                for source in sources {
                    let pattern = pattern(source, Options::default());
                    let wanted = pattern.is_match(text);
                    assert_eq!(is_match(&pattern, text), wanted, "{source} {text} {round}");
                }
            }
        }
    }

    #[test]
    fn patterns_that_share_a_place_do_not_share_an_answer() {
        for number in 0..4 * ANSWERS {
            let pattern = pattern(&format!("^{number}$"), Options::default());
            let text = number.to_string();
            assert_eq!(is_match(&pattern, "7"), Ok(number == 7));
            assert_eq!(is_match(&pattern, &text), Ok(true));
            assert_eq!(is_match(&pattern, "7"), Ok(number == 7));
        }
    }

    #[test]
    fn a_pattern_that_is_not_valid_stays_an_error() {
        let pattern = pattern("(", Options::default());
        assert!(is_match(&pattern, "a").is_err());
        assert!(is_match(&pattern, "a").is_err());
    }
}
