//! Conversion of letters to the other case, character by character as in Ruby.

/// Texts in lower case.
pub trait Downcase {
    /// Returns the text in lower case. Unlike [`str::to_lowercase`] it does not look at neighbours:
    /// `Σ` is `σ` at the end of a word, too.
    fn downcase(&self) -> String;
}

impl Downcase for str {
    fn downcase(&self) -> String {
        match self.is_ascii() {
            true => self.to_ascii_lowercase(),
            false => self.chars().flat_map(char::to_lowercase).collect(),
        }
    }
}
