//! Finds code that is never evaluated, and conditions with only one outcome.

use std::collections::HashSet;

use frontend::ast::{BinaryOp, CaseOption, Expr, ExprKind, SelectorEntry};
use frontend::visit::children;
use rubycore::regexp;

use super::Walk;
use crate::code::probable;
use crate::shape::Shape;
use crate::verdict::Verdict;

impl<'a> Walk<'_, 'a> {
    /// Reports statements after one that ends the block.
    pub(super) fn statements(&mut self, statements: &'a [Expr<'a>]) {
        let end = statements
            .iter()
            .position(|statement| self.is_end(statement));
        let Some(end) = end else { return };
        let rest = &statements[end + 1..];
        let is_code = |expr: &&Expr<'_>| {
            !matches!(
                expr.kind,
                ExprKind::Definition(_)
                    | ExprKind::Node { .. }
                    | ExprKind::TypeAlias { .. }
                    | ExprKind::Nop
            )
        };
        if let Some(first) = rest.iter().find(is_code) {
            let name = called(&statements[end]).unwrap_or_default();
            let message = format!("This is never evaluated: '{name}' ends the block before it");
            self.find("CODE_NEVER_REACHED", message, first.span);
        }
    }

    /// Returns true if a statement always ends its block.
    pub(super) fn is_end(&self, statement: &Expr<'a>) -> bool {
        match called(statement) {
            Some("fail" | "return" | "next" | "break") => {
                let name = called(statement).unwrap_or_default();
                // a user's function of that name may behave differently
                self.world.function(name).is_none()
            }
            _ => false,
        }
    }

    /// Checks the condition of `if` or `unless`.
    pub(super) fn condition(&mut self, test: &'a Expr<'a>, unless: bool) {
        let value = match test.kind {
            ExprKind::Boolean(value) => Some(value),
            ExprKind::Binary {
                op: BinaryOp::Match | BinaryOp::NotMatch,
                ..
            } => self.holds(test),
            _ => None,
        };
        let Some(value) = value else { return };
        let word = if unless { "unless" } else { "if" };
        let message = format!("The condition of '{word}' is always {value}");
        self.find("BRANCH_NEVER_TAKEN", message, test.span);
    }

    /// Checks the options of `case`.
    pub(super) fn case(&mut self, control: &'a Expr<'a>, options: &'a [CaseOption<'a>]) {
        let values = options.iter().flat_map(|option| option.values);
        self.options(control, values.collect());
    }

    /// Checks the options of a selector.
    pub(super) fn selector(&mut self, control: &'a Expr<'a>, options: &'a [SelectorEntry<'a>]) {
        if !self.unmatched(control, options) {
            let values = options.iter().map(|option| &option.matching);
            self.options(control, values.collect());
        }
    }

    /// Reports a selector that has no option for its value, or for one of the few values that it may
    /// have. Returns true if it certainly fails.
    pub(super) fn unmatched(
        &mut self,
        control: &'a Expr<'a>,
        options: &'a [SelectorEntry<'a>],
    ) -> bool {
        // a variable that only some branches set may have another value
        if !self.is_set_for_certain(control) {
            return false;
        }
        let values = match self.shape(control) {
            Shape::OneOf(shapes) => shapes,
            Shape::Boolean(None) => vec![Shape::Boolean(Some(true)), Shape::Boolean(Some(false))],
            one => vec![one],
        };
        let is_matched = |value: &Shape<'a>| {
            let mut options = options.iter();
            options.any(|option| self.may_match_one(value, &option.matching))
        };
        let missing: Vec<&Shape<'a>> = values.iter().filter(|one| !is_matched(one)).collect();
        let texts: Vec<String> = missing.iter().map(|one| one.describe()).collect();
        let texts = texts.join(" or ");
        if !missing.is_empty() && missing.len() == values.len() {
            let message = format!("No option of this selector matches: the value is {texts}");
            self.find("NO_MATCHING_OPTION", message, control.span);
            return true;
        }
        // a condition around the selector may rule `undef` out, or a whole type
        let is_one_value =
            |shape: &Shape<'a>| matches!(shape, Shape::Text(Some(_)) | Shape::Boolean(Some(_)));
        let is_probable = !missing.is_empty() && missing.iter().all(|one| is_one_value(one));
        if is_probable && !self.is_instance {
            let message = format!("No option of this selector matches {texts}");
            let found = probable("NO_MATCHING_OPTION", message, control.span);
            self.found.push(found);
        }
        false
    }

    /// Returns true if the variables of an expression have a value whenever it is evaluated.
    fn is_set_for_certain(&self, expr: &'a Expr<'a>) -> bool {
        if let ExprKind::Variable(name) = expr.kind {
            let mut scopes = self.scopes.iter().rev();
            let scope = scopes.find(|scope| scope.variables.contains_key(name));
            let mut certain = scope.into_iter().flat_map(|scope| &scope.certain);
            return certain.any(|(known, _)| *known == name);
        }
        let mut is_set = true;
        children(expr, &mut |child| is_set &= self.is_set_for_certain(child));
        is_set
    }

    /// Reports options that are never taken.
    fn options(&mut self, control: &'a Expr<'a>, values: Vec<&'a Expr<'a>>) {
        let shape = self.shape(control);
        for value in &values {
            if !self.may_match(&shape, value) {
                let (text, control) = (self.text(value), any_value(&shape));
                let message = format!("{text} never matches: the value is {control}");
                self.find("BRANCH_NEVER_TAKEN", message, value.span);
            }
        }
        self.repeated(values);
    }

    /// Returns true if an option may match a value of a shape. A single known value counts as any
    /// value of its type: it is often a switch in the code.
    pub(super) fn may_match(&self, shape: &Shape<'a>, option: &'a Expr<'a>) -> bool {
        if let Shape::OneOf(shapes) = shape {
            return shapes.iter().any(|one| self.may_match_one(one, option));
        }
        self.may_match_one(&without_value(shape), option)
    }

    fn may_match_one(&self, shape: &Shape<'a>, option: &'a Expr<'a>) -> bool {
        if matches!(shape, Shape::Unknown | Shape::Default) {
            return true;
        }
        let is_text = matches!(shape, Shape::Text(_));
        match option.kind {
            ExprKind::Regexp(source) => {
                let Shape::Text(Some(text)) = shape else {
                    return is_text;
                };
                let pattern = regexp::pattern(source, regexp::Options::default());
                return pattern.is_match(text).unwrap_or(true);
            }
            ExprKind::TypeName(_) => return self.types.takes(option, shape) != Verdict::No,
            ExprKind::Access { left, .. } if matches!(left.kind, ExprKind::TypeName(_)) => {
                return self.types.takes(option, shape) != Verdict::No;
            }
            _ => {}
        }
        match (shape, self.shape(option)) {
            (Shape::Text(Some(own)), Shape::Text(Some(wanted))) => {
                own.to_lowercase() == wanted.to_lowercase()
            }
            (Shape::Boolean(Some(own)), Shape::Boolean(Some(wanted))) => *own == wanted,
            (Shape::Integer(Some(own)), Shape::Integer(Some(wanted))) => *own == wanted,
            (_, Shape::Text(_)) => is_text,
            (_, Shape::Boolean(_)) => matches!(shape, Shape::Boolean(_)),
            (_, Shape::Integer(_) | Shape::Float(_)) => {
                matches!(shape, Shape::Integer(_) | Shape::Float(_))
            }
            (_, Shape::Undef) => *shape == Shape::Undef,
            _ => true,
        }
    }

    /// Reports options that are literals and occur twice. Texts are compared without case.
    fn repeated(&mut self, values: Vec<&'a Expr<'a>>) {
        let mut seen: HashSet<String> = HashSet::new();
        for value in values {
            let key = match self.shape(value) {
                Shape::Text(Some(text)) => format!("'{}", text.to_lowercase()),
                Shape::Integer(Some(number)) => number.to_string(),
                Shape::Boolean(Some(is)) => is.to_string(),
                Shape::Undef => "undef".to_owned(),
                _ => match value.kind {
                    ExprKind::Regexp(source) => format!("/{source}"),
                    _ => continue,
                },
            };
            // a variable may have another value each time
            if matches!(value.kind, ExprKind::Variable(_)) {
                continue;
            }
            if !seen.insert(key) {
                let text = self.text(value);
                let message = format!("An option before this one takes {text} already");
                self.find("BRANCH_NEVER_TAKEN", message, value.span);
            }
        }
    }

    /// Reports a comparison whose outcome is certain.
    pub(super) fn binary(&mut self, expr: &'a Expr<'a>) {
        let ExprKind::Binary {
            op, left, right, ..
        } = expr.kind
        else {
            return;
        };
        if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            return;
        }
        // a value from a closed set of texts is compared with a text that is not in the set
        let (shape, other) = match (self.shape(left), self.shape(right)) {
            (Shape::OneOf(shapes), Shape::Text(Some(text))) => (shapes, text),
            (Shape::Text(Some(text)), Shape::OneOf(shapes)) => (shapes, text),
            _ => return,
        };
        let texts: Option<Vec<&str>> = shapes_of_texts(&shape);
        let Some(texts) = texts else { return };
        if texts.iter().any(|text| text.eq_ignore_ascii_case(&other)) {
            return;
        }
        let outcome = op == BinaryOp::NotEqual;
        let message = format!(
            "This is always {outcome}: the value is one of '{}'",
            texts.join("', '")
        );
        self.find("BRANCH_NEVER_TAKEN", message, expr.span);
    }
}

/// Returns the shape of all values of the same type.
fn without_value<'a>(shape: &Shape<'a>) -> Shape<'a> {
    match shape {
        Shape::Text(_) => Shape::Text(None),
        Shape::Boolean(_) => Shape::Boolean(None),
        Shape::Integer(_) => Shape::Integer(None),
        Shape::Float(_) => Shape::Float(None),
        Shape::Array(_) => Shape::Array(None),
        Shape::Hash(_) => Shape::Hash(None),
        other => other.clone(),
    }
}

/// Describes a value whose own value, if it is known alone, does not count.
fn any_value(shape: &Shape<'_>) -> String {
    without_value(shape).describe()
}

/// Returns true if one of the options of a `case` is the default.
pub(super) fn has_default(options: &[CaseOption<'_>]) -> bool {
    let mut values = options.iter().flat_map(|option| option.values);
    values.any(|value| matches!(value.kind, ExprKind::Default))
}

fn shapes_of_texts<'s>(shapes: &'s [Shape<'_>]) -> Option<Vec<&'s str>> {
    shapes
        .iter()
        .filter(|shape| **shape != Shape::Undef)
        .map(Shape::known_text)
        .collect()
}

/// Returns the name of the function that a statement calls.
fn called<'a>(statement: &Expr<'a>) -> Option<&'a str> {
    let ExprKind::Call { functor, .. } = statement.kind else {
        return None;
    };
    match functor.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
