//! Turns the jumps that end a body into values: `next` in a block or a loop, `return` in a method.
//!
//! `next unless a; b` becomes `if a then b end`. Then no step of the body has to look for a jump,
//! and no value is put aside for it. Jumps from the middle of an expression, or out of a loop,
//! stay as they are.

use crate::ruby::native::code::{Begin, Code};

/// The maximum number of conditions that jump in one body. Each nests the rest of the body, and
/// running nested code takes stack.
const NESTED_MAX: usize = 32;

/// Returns the code of statements, without inner sequences and statements that do nothing.
pub fn sequence(statements: Vec<Code>) -> Code {
    let mut codes = Vec::with_capacity(statements.len());
    let last = statements.len().saturating_sub(1);
    for (at, code) in statements.into_iter().enumerate() {
        match code {
            Code::Sequence(inner) => codes.extend(inner),
            Code::Nil | Code::Local(_) if at < last => {}
            code => codes.push(code),
        }
    }
    match codes.len() {
        1 => codes.pop().unwrap_or(Code::Nil),
        _ => Code::Sequence(codes),
    }
}

/// A jump that ends a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Jump {
    /// `next`
    Next,
    /// `return`
    Return,
}

impl Jump {
    /// Rewrites a body that this jump ends.
    pub fn into_value(self, body: Code) -> Code {
        self.last(body, &mut { NESTED_MAX })
    }

    /// Rewrites code whose value is that of the body.
    fn last(self, code: Code, left: &mut usize) -> Code {
        match code {
            Code::Next(value) if self == Jump::Next => self.taken(value, left),
            Code::Return(value) if self == Jump::Return => self.taken(value, left),
            Code::Sequence(codes) => self.sequence(codes, left),
            Code::If(parts) => {
                let (condition, then, otherwise) = *parts;
                let (then, otherwise) = (self.last(then, left), self.last(otherwise, left));
                Code::If(Box::new((condition, then, otherwise)))
            }
            Code::Case(subject, branches, otherwise) => {
                let branches = branches.into_iter();
                let branches = branches.map(|(of, body)| (of, self.last(body, left)));
                let branches = branches.collect();
                Code::Case(subject, branches, Box::new(self.last(*otherwise, left)))
            }
            // a jump passes over `else`
            Code::Begin(begin) if begin.otherwise.is_none() => self.begin(*begin, left),
            code => code,
        }
    }

    fn taken(self, value: Option<Box<Code>>, left: &mut usize) -> Code {
        value.map_or(Code::Nil, |value| self.last(*value, left))
    }

    fn begin(self, mut begin: Begin, left: &mut usize) -> Code {
        begin.body = self.last(begin.body, left);
        for handler in &mut begin.handlers {
            let body = std::mem::replace(&mut handler.body, Code::Nil);
            handler.body = self.last(body, left);
        }
        Code::Begin(Box::new(begin))
    }

    fn sequence(self, mut codes: Vec<Code>, left: &mut usize) -> Code {
        let Some(at) = codes.iter().position(|code| self.may_end(code)) else {
            if let Some(last) = codes.pop() {
                codes.push(self.last(last, left));
            }
            return sequence(codes);
        };
        let rest = codes.split_off(at + 1);
        if let Some(found) = codes.pop() {
            codes.extend(self.with_rest(found, rest, left));
        }
        sequence(codes)
    }

    /// Rewrites code that may end the body, and the code after it.
    fn with_rest(self, code: Code, rest: Vec<Code>, left: &mut usize) -> Vec<Code> {
        if rest.is_empty() || self.ends(&code) {
            return vec![self.last(code, left)];
        }
        let parts = match (code, left.checked_sub(1)) {
            (Code::If(parts), Some(fewer)) => {
                *left = fewer;
                parts
            }
            (code, _) => return std::iter::once(code).chain(rest).collect(),
        };
        let joined = |branch| {
            let mut codes = match branch {
                Code::Nil => Vec::new(),
                Code::Sequence(codes) => codes,
                branch => vec![branch],
            };
            codes.extend(rest);
            self.sequence(codes, left)
        };
        let (condition, then, otherwise) = *parts;
        let (then, otherwise) = match self.ends(&then) {
            true => {
                let otherwise = joined(otherwise);
                (self.last(then, left), otherwise)
            }
            false => {
                let then = joined(then);
                (then, self.last(otherwise, left))
            }
        };
        vec![Code::If(Box::new((condition, then, otherwise)))]
    }

    /// Returns true if code always ends the body.
    fn ends(self, code: &Code) -> bool {
        match code {
            Code::Next(_) => self == Jump::Next,
            Code::Return(_) => self == Jump::Return,
            Code::Sequence(codes) => codes.last().is_some_and(|last| self.ends(last)),
            Code::If(parts) => self.ends(&parts.1) && self.ends(&parts.2),
            _ => false,
        }
    }

    /// Returns true if code ends the body always or on a condition.
    fn may_end(self, code: &Code) -> bool {
        match code {
            Code::If(parts) => self.ends(&parts.1) || self.ends(&parts.2),
            code => self.ends(code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64) -> Code {
        Code::Integer(value)
    }

    fn next(value: i64) -> Code {
        Code::Next(Some(Box::new(number(value))))
    }

    fn branch(then: Code, otherwise: Code) -> Code {
        Code::If(Box::new((Code::Local(0), then, otherwise)))
    }

    /// Writes the code that these tests use.
    fn text(code: &Code) -> String {
        match code {
            Code::Nil => "nil".into(),
            Code::Integer(value) => value.to_string(),
            Code::Next(Some(value)) => format!("next {}", text(value)),
            Code::Next(None) => "next".into(),
            Code::Return(Some(value)) => format!("return {}", text(value)),
            Code::Sequence(codes) => {
                let codes: Vec<String> = codes.iter().map(text).collect();
                format!("({})", codes.join("; "))
            }
            Code::If(parts) => format!("if {} else {} end", text(&parts.1), text(&parts.2)),
            _ => "?".into(),
        }
    }

    fn check(body: Code, wanted: &str) {
        assert_eq!(text(&Jump::Next.into_value(body)), wanted);
    }

    #[test]
    fn the_last_jump_is_its_value() {
        check(next(1), "1");
        check(Code::Next(None), "nil");
        check(Code::Sequence(vec![number(1), next(2)]), "(1; 2)");
        check(Code::Return(Some(Box::new(number(1)))), "return 1");
    }

    #[test]
    fn a_condition_that_jumps_takes_the_rest_into_its_other_branch() {
        let body = vec![branch(Code::Nil, Code::Next(None)), number(1), number(2)];
        check(Code::Sequence(body), "if (1; 2) else nil end");
        let body = vec![number(0), branch(next(1), number(2)), number(3), next(4)];
        check(Code::Sequence(body), "(0; if 1 else (2; 3; 4) end)");
        let first = branch(next(1), Code::Nil);
        let second = branch(Code::Nil, next(2));
        let body = vec![first, second, number(3)];
        check(Code::Sequence(body), "if 1 else if 3 else 2 end end");
    }

    #[test]
    fn code_after_a_jump_never_runs() {
        let body = vec![number(1), next(2), number(3)];
        check(Code::Sequence(body), "(1; 2)");
        let body = vec![branch(next(1), next(2)), number(3)];
        check(Code::Sequence(body), "if 1 else 2 end");
    }

    #[test]
    fn statements_without_effect_are_left_out() {
        let inner = Code::Sequence(vec![number(1), number(2)]);
        let made = sequence(vec![Code::Nil, inner, Code::Local(0), number(3)]);
        assert_eq!(text(&made), "(1; 2; 3)");
        assert_eq!(text(&sequence(vec![number(1), Code::Nil])), "(1; nil)");
        assert_eq!(text(&sequence(vec![Code::Nil, number(1)])), "1");
    }

    #[test]
    fn jumps_inside_a_loop_belong_to_it() {
        let of_loop = || Code::While(Box::new((Code::Nil, next(1))), false, false);
        check(of_loop(), "?");
        let Code::While(parts, ..) = Jump::Next.into_value(of_loop()) else {
            panic!("a loop");
        };
        assert_eq!(text(&parts.1), "next 1");
    }

    #[test]
    fn only_so_many_conditions_are_nested() {
        let mut body: Vec<Code> = Vec::new();
        for at in 0..100 {
            body.push(branch(next(at), Code::Nil));
        }
        body.push(number(100));
        let made = text(&Jump::Next.into_value(Code::Sequence(body)));
        assert_eq!(made.matches("next").count(), 100 - NESTED_MAX);
        assert!(made.contains("; 100)"));
    }
}
