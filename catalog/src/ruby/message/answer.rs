//! Owns the answers. The compilation sends one for each question.

use super::request::One;
use super::{Encode, messages};

messages! {
    write
    /// The answer to a question.
    pub enum Answer<'a, 'h> {
        /// The value that was asked for.
        "answer" => Value { value: One<'a, 'h> },
        /// An error, which Ruby code may rescue. The exception is nil unless Ruby code raised it
        /// first.
        "raise" => Raise {
            number: i64,
            class: &'a str,
            message: &'a str,
            exception: Option<i64>,
        },
        /// The called function has ended the code that called it, by `next` or `return`.
        "leave" => Leave { value: One<'a, 'h> },
        /// The called function has called `not_found` of a lookup context.
        "not_found" => NotFound {},
    }
}
