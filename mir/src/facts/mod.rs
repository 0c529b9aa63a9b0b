//! Owns the table of built-in functions: the facts about each that lowering, the passes and the
//! tiers use.
//!
//! A row holds properties of a function, such as that it has no side effects. A name means the
//! built-in function only where no manifest defines a function of the same name; callers of
//! [`of`] check that. A function without a row gets the properties of [`UNKNOWN`], which are safe
//! for any function. A test in `runtime` compares the rows with the functions that exist.

mod table;

use crate::ir::{Leave, Ty};
use crate::ranges::Range;

/// The properties of a function.
#[derive(Debug)]
pub struct FunctionFacts {
    /// The name as calls write it, in lower case and without a leading `::`.
    pub name: &'static str,
    /// The provider of the function.
    pub origin: Origin,
    /// True if the function looks up variables of its caller by name, calls other functions by
    /// name, or runs classes, which see the variables of the code that declares them. Its callers
    /// need frames.
    pub sees_scope: bool,
    /// True if the function sees the match variables of its caller, itself or in classes that it
    /// runs.
    pub sees_match: bool,
    /// True if the function runs no function of another file, except through its lambda. Such a
    /// function could `break` the iteration around the call.
    pub stays: bool,
    /// True if the function only gives a value or raises an error.
    pub is_pure: bool,
    /// True if the function ends at a `break` in its lambda, whatever it iterates over.
    pub ends_at_break: bool,
    /// The code in Ruby that the function may run.
    pub runs_ruby: RunsRuby,
    /// The parts of the arguments that the result may hold.
    pub escapes: Escapes,
    /// The jump that a call is lowered to.
    pub jump: Option<Jump>,
    /// The way in which the function calls a lambda, if a call with a literal lambda can be
    /// inlined.
    pub iteration: Option<Iteration>,
    /// The operation that compiled code has in place of a call.
    pub intrinsic: Option<Intrinsic>,
    /// The type of the result, if the types of the arguments decide it.
    pub returns: Option<Returns>,
    /// The bounds of the result, if it is an Integer.
    pub bounds: Range,
}

/// The provider of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Puppet itself.
    Puppet,
    /// The module stdlib, in some release. Only functions whose callers need frames have rows.
    Stdlib,
    /// A method of the lookup context that data providers are given. Calls of methods are lowered
    /// like calls of functions.
    LookupContext,
    /// None: the row is [`UNKNOWN`].
    Unknown,
}

/// The code in Ruby that a function may run. Such code may change texts, arrays and hashes in
/// place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunsRuby {
    /// None.
    Never,
    /// Functions and templates that classes, defines or templates in Puppet call.
    Indirectly,
    /// A template in Ruby, which also sees the variables of the caller.
    Template,
}

/// The parts of the arguments of a function that its result may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escapes {
    /// Nothing.
    Nothing,
    /// Items of arrays, and keys and values of hashes, but no hash itself.
    Items,
    /// Anything.
    Anything,
}

/// A jump out of a body of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jump {
    /// The kind.
    pub leave: Leave,
    /// The number of arguments up to which a call is a jump.
    pub arguments_max: usize,
}

/// The way in which a function calls its lambda.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is called after its function")]
pub enum Iteration {
    Each,
    Map,
    Filter,
    Any,
    All,
    Reduce,
    ReverseEach,
    Step,
    Slice,
    With,
    Then,
    Lest,
    GroupBy,
    Partition,
}

impl Iteration {
    /// Returns true if a call with this number of arguments, and a lambda with this number of
    /// parameters, can be inlined.
    pub fn fits(self, arguments: usize, parameters: usize) -> bool {
        match self {
            Iteration::Each
            | Iteration::Map
            | Iteration::Filter
            | Iteration::Any
            | Iteration::All
            | Iteration::GroupBy
            | Iteration::Partition => arguments == 1 && matches!(parameters, 1 | 2),
            Iteration::Reduce => matches!(arguments, 1 | 2) && parameters == 2,
            Iteration::ReverseEach => arguments == 1 && parameters == 1,
            Iteration::Step => arguments == 2 && parameters == 1,
            Iteration::Slice => arguments == 2 && parameters >= 1,
            Iteration::With => arguments == parameters,
            Iteration::Then => arguments == 1 && parameters == 1,
            Iteration::Lest => arguments == 1 && parameters == 0,
        }
    }

    /// Returns true if the function calls its lambda once at most.
    pub fn is_once(self) -> bool {
        matches!(self, Iteration::With | Iteration::Then | Iteration::Lest)
    }

    /// Returns true if a `break` in the lambda ends the function, whatever it iterates over, unless
    /// it runs once.
    pub fn ends_at_break(self) -> bool {
        !matches!(
            self,
            Iteration::Filter
                | Iteration::Any
                | Iteration::All
                | Iteration::GroupBy
                | Iteration::Partition
        )
    }

    /// Returns true if the function only takes arrays and hashes, of all values that can be
    /// iterated over.
    pub fn takes_collections(self) -> bool {
        matches!(self, Iteration::GroupBy | Iteration::Partition)
    }

    /// Returns true if the function returns an iterator without a block, and loops over it with a
    /// block.
    pub fn gives_iterator(self) -> bool {
        matches!(self, Iteration::ReverseEach | Iteration::Step)
    }

    /// Returns true if the loop of the function iterates over the function's result without its
    /// block.
    pub fn makes_iterable(self) -> bool {
        self.gives_iterator() || self == Iteration::Slice
    }
}

/// An operation that compiled code has in place of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is called after its function")]
pub enum Intrinsic {
    Abs,
    Compare,
    Empty,
    Max,
    Min,
    Size,
}

/// The type of a function's result for calls without a block.
#[derive(Clone, Copy, Debug)]
pub struct Returns {
    /// The type of the result; `None` if the result is one of the arguments.
    ty: Option<Ty>,
    /// The types of the first arguments, which must be given.
    arguments: &'static [Takes],
    /// The number of further arguments, at most.
    more_max: usize,
    /// The types that further arguments may have.
    more: Takes,
}

/// The types that an argument may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    Any,
    Float,
    /// Integers and Floats.
    Number,
    String,
    /// Integers, and values that iterate over Integers.
    Counted,
}

impl Takes {
    fn holds(self, ty: Option<Ty>) -> bool {
        match self {
            Takes::Any => true,
            Takes::Float => ty == Some(Ty::Float),
            Takes::Number => ty.is_some_and(Ty::is_number),
            Takes::String => ty == Some(Ty::String),
            Takes::Counted => matches!(ty, Some(Ty::Integer | Ty::Range | Ty::Strided)),
        }
    }
}

impl FunctionFacts {
    /// Returns the type of the result of a call without a block. An argument whose type is not
    /// known yet has `None`.
    pub fn result_ty(&self, arguments: &[Option<Ty>]) -> Ty {
        let fits = |returns: &Returns| {
            let least = returns.arguments.len();
            let counts = least..=least.saturating_add(returns.more_max);
            let takes = returns
                .arguments
                .iter()
                .chain(std::iter::repeat(&returns.more));
            let mut pairs = takes.zip(arguments);
            counts.contains(&arguments.len()) && pairs.all(|(takes, ty)| takes.holds(*ty))
        };
        match self.returns.filter(fits) {
            Some(returns) => returns.ty.unwrap_or_else(|| {
                let types = arguments.iter().flatten().copied();
                types.reduce(Ty::join).unwrap_or(Ty::Any)
            }),
            None => Ty::Any,
        }
    }

    /// Same as [`Iteration::gives_iterator`].
    pub fn gives_iterator(&self) -> bool {
        self.iteration.is_some_and(Iteration::gives_iterator)
    }

    /// Same as [`Iteration::takes_collections`].
    pub fn takes_collections(&self) -> bool {
        self.iteration.is_some_and(Iteration::takes_collections)
    }

    /// Same as [`Iteration::makes_iterable`].
    pub fn makes_iterable(&self) -> bool {
        self.iteration.is_some_and(Iteration::makes_iterable)
    }

    /// Returns true if the function never looks at its caller's state.
    pub fn is_independent(&self) -> bool {
        self.stays && !self.sees_scope && !self.sees_match && self.jump.is_none()
    }
}

/// The properties that are assumed of a function without a row.
pub static UNKNOWN: FunctionFacts = FunctionFacts {
    name: "",
    origin: Origin::Unknown,
    sees_scope: false,
    sees_match: false,
    stays: false,
    is_pure: false,
    ends_at_break: false,
    runs_ruby: RunsRuby::Never,
    escapes: Escapes::Anything,
    jump: None,
    iteration: None,
    intrinsic: None,
    returns: None,
    bounds: Range::ALL,
};

/// Returns the properties of the built-in function of a name, which must be in lower case and
/// without a leading `::`.
pub fn of(name: &str) -> &'static FunctionFacts {
    let first = name.bytes().next();
    let rows = first.map_or(&[][..], rows_from);
    rows.iter().find(|row| row.name == name).unwrap_or(&UNKNOWN)
}

/// Returns the kind of jump that a function of a name is, as calls may write the name: with a
/// leading `::` and in any case.
pub fn leave(name: &str) -> Option<Leave> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let first = name.bytes().next()?;
    let mut rows = rows_from(first.to_ascii_lowercase()).iter();
    let row = rows.find(|row| row.jump.is_some() && name.eq_ignore_ascii_case(row.name))?;
    row.jump.map(|jump| jump.leave)
}

/// Returns all rows, in the order of their names.
pub fn all() -> &'static [FunctionFacts] {
    table::TABLE
}

/// Returns the rows whose names begin with a letter.
fn rows_from(first: u8) -> &'static [FunctionFacts] {
    match first {
        b'a'..=b'z' => {
            let letter = usize::from(first - b'a');
            let (from, to) = (STARTS[letter], STARTS[letter + 1]);
            &table::TABLE[usize::from(from)..usize::from(to)]
        }
        _ => &[],
    }
}

/// The index of the first row for each letter, and the number of rows at the end.
static STARTS: [u8; 27] = starts();

const fn starts() -> [u8; 27] {
    let mut starts = [0; 27];
    let (mut row, mut letter) = (0, 0);
    while letter < starts.len() {
        starts[letter] = row as u8;
        while row < table::TABLE.len()
            && table::TABLE[row].name.as_bytes()[0] == b'a' + letter as u8
        {
            row += 1;
        }
        letter += 1;
    }
    assert!(row == table::TABLE.len(), "the rows are in order");
    assert!(row <= u8::MAX as usize, "an index fits into a byte");
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_found() {
        assert!(all().windows(2).all(|pair| pair[0].name < pair[1].name));
        for row in all() {
            assert_eq!(of(row.name).name, row.name);
        }
        for name in ["", "eac", "each_", "Each", "::each", "éa", "zzz"] {
            assert_eq!(of(name).origin, Origin::Unknown, "{name}");
        }
    }

    #[test]
    fn jumps_are_found_in_any_case() {
        assert_eq!(leave("::nExt"), Some(Leave::Next));
        assert_eq!(leave("Break"), Some(Leave::Break));
        assert_eq!(leave("breaks"), None);
    }

    #[test]
    fn result_types_follow_the_arguments() {
        let (string, integer, float) = (Some(Ty::String), Some(Ty::Integer), Some(Ty::Float));
        let check = |name: &str, arguments: &[Option<Ty>], result: Ty| {
            assert_eq!(
                of(name).result_ty(arguments),
                result,
                "{name} {arguments:?}"
            );
        };
        check("size", &[None], Ty::Integer);
        check("size", &[None, None], Ty::Any);
        check("join", &[None, string], Ty::String);
        check("join", &[None, string, None], Ty::Any);
        check("regsubst", &[string, None, None, None], Ty::String);
        check("regsubst", &[None, string], Ty::Any);
        check("regsubst", &[], Ty::Any);
        check("max", &[integer, integer], Ty::Integer);
        check("max", &[integer, integer, integer], Ty::Integer);
        check("max", &[integer, integer, string], Ty::Any);
        check("max", &[], Ty::Any);
        check("min", &[float, float], Ty::Float);
        check("min", &[float, integer, float], Ty::Numeric);
        check("min", &[float, None], Ty::Any);
        check("abs", &[float], Ty::Float);
        check("abs", &[integer], Ty::Any);
        check("step", &[Some(Ty::Range), None], Ty::Strided);
        check("each", &[None], Ty::Any);
    }
}
