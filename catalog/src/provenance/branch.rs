//! Finds the branches of conditionals that were taken. Conditions are evaluated again as far as
//! they only read variables that still exist and call nothing; otherwise the result is unknown.

use frontend::Symbol;
use frontend::ast::{BinaryOp, CaseOption, Expr, ExprKind, SelectorEntry, UnaryOp};
use rubycore::case::Downcase;
use runtime::regexp::Regexp;
use runtime::scope::ScopeId;
use runtime::{Value, ops};

use super::report::Step;
use super::syntax::lambda;
use super::tracer::{CodeLocation, Tracer};

impl<'t, 'h> Tracer<'t, 'h> {
    /// Returns true if code was reached, judged by the conditionals around it below `depth`.
    pub(super) fn is_taken(&self, here: &CodeLocation<'t>, depth: usize) -> Option<bool> {
        let mut sure = Some(true);
        for at in depth..here.way.len() - 1 {
            let around = CodeLocation {
                way: here.way[..=at].to_vec(),
                ..here.clone()
            };
            match self.enters(&around, here.way[at + 1]) {
                Some(false) => return Some(false),
                None => sure = None,
                Some(true) => {}
            }
        }
        sure
    }

    /// Returns true if a conditional has entered one of its parts.
    fn enters(&self, around: &CodeLocation<'t>, part: &'t Expr<'t>) -> Option<bool> {
        match around.expr().kind {
            ExprKind::If {
                unless,
                test,
                then,
                otherwise,
            } => {
                let is_then = std::ptr::eq(then, part);
                if !is_then && !std::ptr::eq(otherwise, part) {
                    return Some(true);
                }
                let holds = self.truth(&around.inner(test))?;
                Some((holds != unless) == is_then)
            }
            ExprKind::Case { control, options } => {
                let own = options.iter().position(|it| std::ptr::eq(it.then, part));
                let Some(own) = own else {
                    return Some(true);
                };
                let control = self.value_of(&around.inner(control))?;
                self.option(around, control, options)
                    .map(|taken| taken == Some(own))
            }
            _ => Some(true),
        }
    }

    /// Returns the option of a `case` that was taken; `Some(None)` if none was.
    fn option(
        &self,
        around: &CodeLocation<'t>,
        control: Value<'h>,
        options: &'t [CaseOption<'t>],
    ) -> Option<Option<usize>> {
        let mut default = None;
        for (at, option) in options.iter().enumerate() {
            for value in option.values {
                match value.kind {
                    ExprKind::Default => default = Some(at),
                    _ if self.accepts(&around.inner(value), control)? => return Some(Some(at)),
                    _ => {}
                }
            }
        }
        Some(default)
    }

    fn entry(
        &self,
        around: &CodeLocation<'t>,
        control: Value<'h>,
        options: &'t [SelectorEntry<'t>],
    ) -> Option<&'t SelectorEntry<'t>> {
        let mut default = None;
        for option in options {
            match option.matching.kind {
                ExprKind::Default => default = Some(option),
                _ if self.accepts(&around.inner(&option.matching), control)? => {
                    return Some(option);
                }
                _ => {}
            }
        }
        default
    }

    /// Returns true if an option matches a value.
    fn accepts(&self, option: &CodeLocation<'t>, value: Value<'h>) -> Option<bool> {
        match option.expr().kind {
            ExprKind::Regexp(source) => self.matches(value, source),
            _ => Some(ops::equal(self.value_of(option)?, value)),
        }
    }

    fn matches(&self, value: Value<'h>, source: &str) -> Option<bool> {
        let Some(text) = value.as_str() else {
            return Some(false);
        };
        let heap = self.compiler.heap;
        let regexp = Regexp::new(heap, source).ok()?;
        regexp.is_match(text).ok()
    }

    fn truth(&self, here: &CodeLocation<'t>) -> Option<bool> {
        let value = self.value_of(here)?;
        Some(!matches!(value, Value::Undef | Value::Boolean(false)))
    }

    /// Returns the parts of a conditional that its value depends on: the condition, and the branch
    /// that was taken, or all branches if that is unknown.
    pub(super) fn taken_parts(&self, here: &CodeLocation<'t>) -> Vec<&'t Expr<'t>> {
        match here.expr().kind {
            ExprKind::If {
                unless,
                test,
                then,
                otherwise,
            } => match self.truth(&here.inner(test)) {
                Some(holds) if holds != unless => vec![test, then],
                Some(_) => vec![test, otherwise],
                None => vec![test, then, otherwise],
            },
            ExprKind::Case { control, options } => {
                let value = self.value_of(&here.inner(control));
                let taken = value.and_then(|value| self.option(here, value, options));
                let bodies = options.iter().map(|option| option.then);
                let mut parts = vec![control];
                match taken {
                    Some(taken) => parts.extend(bodies.skip(taken.unwrap_or(usize::MAX)).take(1)),
                    None => parts.extend(bodies),
                }
                parts
            }
            ExprKind::Selector { control, options } => {
                let value = self.value_of(&here.inner(control));
                let taken = value.and_then(|value| self.entry(here, value, options));
                let mut parts = vec![control];
                match taken {
                    Some(taken) => parts.push(&taken.value),
                    None => parts.extend(options.iter().map(|option| &option.value)),
                }
                parts
            }
            _ => Vec::new(),
        }
    }

    /// Describes the nearest conditional around code below `depth`, and the values that its
    /// condition reads.
    pub(super) fn condition(&self, here: &CodeLocation<'t>, depth: usize) -> Option<Step> {
        for at in (depth..here.way.len() - 1).rev() {
            let around = CodeLocation {
                way: here.way[..=at].to_vec(),
                ..here.clone()
            };
            let part = here.way[at + 1];
            let (text, offset, test) = match around.expr().kind {
                ExprKind::If {
                    unless,
                    test,
                    then,
                    otherwise,
                } => {
                    let word = if unless { "unless" } else { "if" };
                    let test_text = around.parsed.text(test);
                    if std::ptr::eq(then, part) {
                        (format!("{word} {test_text}"), test.at, test)
                    } else if std::ptr::eq(otherwise, part) {
                        (format!("else of {word} {test_text}"), test.at, test)
                    } else {
                        continue;
                    }
                }
                ExprKind::Case { control, options } => {
                    let Some(option) = options.iter().find(|it| std::ptr::eq(it.then, part)) else {
                        continue;
                    };
                    let values: Vec<String> = option
                        .values
                        .iter()
                        .map(|it| around.parsed.text(it))
                        .collect();
                    let control_text = around.parsed.text(control);
                    let text = format!("case {control_text}: {}", values.join(", "));
                    (text, option.at, control)
                }
                _ => continue,
            };
            let site = self.site(&around.place(offset));
            let text = match self.hides.get() {
                true => "in a branch".to_owned(),
                false => super::syntax::one_line(&text),
            };
            let steps = self.reads(&around.inner(test));
            return Some(Step::new("condition", text, Some(site)).with(steps));
        }
        None
    }

    /// Returns the value of an expression as far as it is known without running code.
    pub(super) fn value_of(&self, here: &CodeLocation<'t>) -> Option<Value<'h>> {
        let heap = self.compiler.heap;
        let inner = |expr: &'t Expr<'t>| self.value_of(&here.inner(expr));
        Some(match here.expr().kind {
            ExprKind::Undef => Value::Undef,
            ExprKind::Boolean(value) => Value::Boolean(value),
            ExprKind::Integer { value, .. } => Value::Integer(value),
            ExprKind::Float(value) => Value::Float(value),
            ExprKind::String(text) | ExprKind::Name(text) => Value::string(heap, text),
            ExprKind::Paren(expr) => inner(expr)?,
            ExprKind::Variable(name) => self.value_at(here, name)?,
            ExprKind::Access { left, keys: [key] } => match (inner(left)?, inner(key)?) {
                (Value::Hash(hash), key) => hash.get(key).unwrap_or(Value::Undef),
                (Value::Array(items), Value::Integer(at)) => {
                    let at = usize::try_from(at).ok()?;
                    items.get(at).unwrap_or(Value::Undef)
                }
                (Value::Undef, _) => Value::Undef,
                _ => return None,
            },
            ExprKind::Array(items) => {
                let items: Option<Vec<Value<'h>>> = items.iter().map(inner).collect();
                Value::array(heap, &items?)
            }
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => Value::Boolean(!self.truth(&here.inner(operand))?),
            ExprKind::Binary {
                op, left, right, ..
            } => return self.operation(here, op, left, right),
            ExprKind::Selector { control, options } => {
                let control = inner(control)?;
                inner(&self.entry(here, control, options)?.value)?
            }
            ExprKind::If { .. } => match self.taken_parts(here).as_slice() {
                [_, taken] => inner(taken)?,
                _ => return None,
            },
            ExprKind::Block([only]) => inner(only)?,
            ExprKind::Nop => Value::Undef,
            _ => return None,
        })
    }

    fn operation(
        &self,
        here: &CodeLocation<'t>,
        op: BinaryOp,
        left: &'t Expr<'t>,
        right: &'t Expr<'t>,
    ) -> Option<Value<'h>> {
        let truth = |expr: &'t Expr<'t>| self.truth(&here.inner(expr));
        let value = |expr: &'t Expr<'t>| self.value_of(&here.inner(expr));
        let answer = match op {
            BinaryOp::And => match (truth(left), truth(right)) {
                (Some(false), _) | (_, Some(false)) => false,
                (Some(true), Some(true)) => true,
                _ => return None,
            },
            BinaryOp::Or => match (truth(left), truth(right)) {
                (Some(true), _) | (_, Some(true)) => true,
                (Some(false), Some(false)) => false,
                _ => return None,
            },
            BinaryOp::Equal => ops::equal(value(left)?, value(right)?),
            BinaryOp::NotEqual => !ops::equal(value(left)?, value(right)?),
            BinaryOp::Match | BinaryOp::NotMatch => {
                let ExprKind::Regexp(source) = right.kind else {
                    return None;
                };
                self.matches(value(left)?, source)? == (op == BinaryOp::Match)
            }
            BinaryOp::In => match (value(left)?, value(right)?) {
                (wanted, Value::Array(items)) => items.iter().any(|it| ops::equal(it, wanted)),
                (Value::String(part), Value::String(text)) => text
                    .as_str()
                    .downcase()
                    .contains(&*part.as_str().downcase()),
                (wanted, Value::Hash(hash)) => hash.keys().any(|key| ops::equal(key, wanted)),
                _ => return None,
            },
            BinaryOp::Less => self.compares(here, left, right)?.is_lt(),
            BinaryOp::LessEqual => self.compares(here, left, right)?.is_le(),
            BinaryOp::Greater => self.compares(here, left, right)?.is_gt(),
            BinaryOp::GreaterEqual => self.compares(here, left, right)?.is_ge(),
            _ => return None,
        };
        Some(Value::Boolean(answer))
    }

    fn compares(
        &self,
        here: &CodeLocation<'t>,
        left: &'t Expr<'t>,
        right: &'t Expr<'t>,
    ) -> Option<std::cmp::Ordering> {
        let left = self.value_of(&here.inner(left))?;
        let right = self.value_of(&here.inner(right))?;
        ops::order(left, right).ok().flatten()
    }

    /// Returns the value of a variable that code reads; `None` for variables of lambdas and
    /// functions, which no longer exist.
    fn value_at(&self, here: &CodeLocation<'t>, name: &str) -> Option<Value<'h>> {
        if let Some((class, last)) = name.rsplit_once("::") {
            return match class.trim_start_matches(':') {
                "" => self.value_in(ScopeId::TOP, last),
                class => self.value_in(self.class_scope(class)?, last),
            };
        }
        let is_inside = |expr: &&Expr<'t>| {
            let parameters = lambda(expr).map(|lambda| lambda.parameters);
            let is_lambda = parameters.is_some_and(|list| list.iter().any(|it| it.name == name));
            is_lambda || super::syntax::is_function(expr)
        };
        match here.way.iter().any(is_inside) {
            true => None,
            false => self.value_in(here.scope, name),
        }
    }

    /// Returns the value of a variable in a scope or an enclosing scope.
    pub(super) fn value_in(&self, scope: ScopeId, name: &str) -> Option<Value<'h>> {
        let name = Symbol::lookup(name)?;
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = &self.cx.scopes[scope.0 as usize];
            let own = scope.frame.and_then(|frame| frame.variable(name));
            let found = own.or_else(|| scope.variables.get(&name).copied());
            if found.is_some() {
                return found;
            }
            next = scope.enclosing;
        }
        None
    }
}
