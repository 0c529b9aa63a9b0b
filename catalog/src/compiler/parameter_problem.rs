//! Owns the problems of the parameters of classes and defines, in Puppet's words.

use frontend::Symbol;

/// A problem of one parameter of an instance of a class or define.
pub(super) struct Problem {
    /// The parameter.
    pub(super) parameter: Symbol,
    /// The message, in Puppet's words.
    pub(super) text: String,
}

impl Problem {
    /// Makes the problems of a value that does not have the type of the parameter.
    pub(super) fn of(parameter: Symbol, texts: Vec<String>) -> impl Iterator<Item = Problem> {
        let texts = texts.into_iter();
        texts.map(move |text| Problem { parameter, text })
    }

    /// Makes the problem of a parameter that the definition does not have.
    pub(super) fn unknown(parameter: Symbol) -> Problem {
        let text = format!("has no parameter named '{parameter}'");
        Problem { parameter, text }
    }

    /// Makes the problem of a parameter without a value.
    pub(super) fn missing(parameter: Symbol) -> Problem {
        let text = format!("expects a value for parameter '{parameter}'");
        Problem { parameter, text }
    }
}
