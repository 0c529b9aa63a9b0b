//! Finds the bodies that need no frame because all of their variables can be temps.
//!
//! A variable can be a temp when every read of it is either surely after its assignment or surely
//! not (then the read is of an outer variable). The body needs the slots of a frame when a variable
//! may or may not be assigned where it is read, or when the body calls a function that looks
//! variables up by name.

use std::ops::ControlFlow;

use super::{Seekers, call_by_name};
use crate::facts;
use crate::ir::Leave;
use frontend::Symbol;
use frontend::ast::{self, Expr, ExprKind};
use frontend::name::Set;
use frontend::visit;
use rubycore::alarm;
use rubycore::case::Downcase;

/// Returns true if a resource expression of that type runs classes.
pub(super) fn declares_class(type_name: &Expr<'_>) -> bool {
    match type_name.kind {
        ExprKind::Name(name) | ExprKind::Reserved { word: name, .. } => name == "class",
        ExprKind::TypeName(name) => name.eq_ignore_ascii_case("class"),
        _ => true,
    }
}

/// Returns true if the variables of a lambda can be temps.
pub(super) fn is_frameless(lambda: &ast::Lambda<'_>, seekers: &Seekers) -> bool {
    Scan::new(seekers).lambda(lambda).is_continue()
}

/// Returns true if the variables of a function can be temps.
pub(super) fn is_frameless_function(function: &ast::Lambda<'_>, seekers: &Seekers) -> bool {
    let parameters = Parameters::WithComputedDefaults;
    Scan::new(seekers).body(function, parameters).is_continue()
}

/// Returns true if a default of a frameless function is code of its own, which is given the parameters
/// before it.
pub(super) fn is_computed_default(default: &Expr<'_>) -> bool {
    outside(default, 0).is_break()
}

/// The parameters that a body without a frame may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameters {
    WithComputedDefaults,
    WithPlainDefaults,
}

/// The variables of one function or lambda at a point of its code.
#[derive(Default)]
struct Scope {
    /// Surely assigned.
    assigned: Set<Symbol>,
    /// Variables that are assigned on some paths.
    maybe: Set<Symbol>,
    /// True if the point cannot be reached.
    left: bool,
    /// True if the code has jumps of its own.
    jumps: bool,
    /// The variables that were added to the sets, in order.
    log: Vec<Added>,
}

/// A variable that was added to one of the sets of a [`Scope`].
enum Added {
    Assigned(Symbol),
    Maybe(Symbol),
}

/// The state at the end of an arm: the variables that the arm has added to its scope.
struct End {
    assigned: Set<Symbol>,
    maybe: Vec<Symbol>,
    left: bool,
}

impl Scope {
    /// Notes that a variable is assigned. Returns true if it was not.
    fn assign(&mut self, name: Symbol) -> bool {
        let is_new = self.assigned.insert(name);
        if is_new {
            self.log.push(Added::Assigned(name));
        }
        is_new
    }

    /// Notes that a variable may be assigned.
    fn doubt(&mut self, name: Symbol) {
        if self.maybe.insert(name) {
            self.log.push(Added::Maybe(name));
        }
    }

    /// Removes what an arm has added since the log had a length, and returns it.
    fn take_back(&mut self, length: usize, left: bool) -> End {
        let mut end = End {
            assigned: Set::default(),
            maybe: Vec::new(),
            left: std::mem::replace(&mut self.left, left),
        };
        for added in self.log.drain(length..) {
            match added {
                Added::Assigned(name) => {
                    self.assigned.remove(&name);
                    end.assigned.insert(name);
                }
                Added::Maybe(name) => {
                    self.maybe.remove(&name);
                    end.maybe.push(name);
                }
            }
        }
        end
    }

    /// Joins the ends of arms of which one ran.
    fn join(&mut self, ends: &[End]) {
        let mut reached = ends.iter().filter(|end| !end.left);
        let Some(first) = reached.next() else {
            self.left = true;
            return;
        };
        self.left = false;
        let others: Vec<&End> = reached.collect();
        for end in std::iter::once(&first).chain(&others) {
            for name in &end.maybe {
                self.doubt(*name);
            }
            for name in &end.assigned {
                let has = |end: &&End| end.assigned.contains(name);
                if has(&first) && others.iter().all(has) {
                    self.assign(*name);
                } else {
                    self.doubt(*name);
                }
            }
        }
    }
}

/// The result of a scan of code: it goes on, or it has found what ends it, which is code that needs
/// a frame, or the call that it searches for.
pub(super) type Scanned = ControlFlow<()>;

pub(super) const GO_ON: Scanned = ControlFlow::Continue(());
pub(super) const STOP: Scanned = ControlFlow::Break(());

struct Scan<'s> {
    scopes: Vec<Scope>,
    depth: u32,
    seekers: &'s Seekers,
}

/// The depth of nested expressions from which on a frame is assumed to be needed.
pub(super) const DEPTH_MAX: u32 = 200;

impl<'s> Scan<'s> {
    fn new(seekers: &'s Seekers) -> Scan<'s> {
        Scan {
            scopes: Vec::new(),
            depth: 0,
            seekers,
        }
    }

    fn lambda(&mut self, lambda: &ast::Lambda<'_>) -> Scanned {
        self.body(lambda, Parameters::WithPlainDefaults)
    }

    fn body(&mut self, lambda: &ast::Lambda<'_>, parameters: Parameters) -> Scanned {
        let mut scope = Scope::default();
        for (at, p) in lambda.parameters.iter().enumerate() {
            // which calls refuse where they assign it
            if matches!(p.name, "facts" | "trusted" | "server_facts") {
                return STOP;
            }
            if let Some(expr) = p.type_expr {
                outside(expr, 0)?;
            }
            match p.default {
                Some(default) if is_computed_default(default) => {
                    if parameters == Parameters::WithPlainDefaults {
                        return STOP;
                    }
                    self.default(default, lambda.parameters.split_at(at))?;
                }
                _ => {}
            }
            scope.assigned.insert(Symbol::intern(p.name));
        }
        if let Some(expr) = lambda.return_type {
            outside(expr, 0)?;
        }
        self.scopes.push(scope);
        let fits = self.expression(lambda.body);
        self.scopes.pop();
        fits
    }

    /// Scans a default that is code of its own. It may read only the parameters before it; a
    /// variable that it assigned would belong to the function, and its jump would leave the
    /// function.
    fn default(
        &mut self,
        default: &Expr<'_>,
        (before, others): (&[ast::Parameter<'_>], &[ast::Parameter<'_>]),
    ) -> Scanned {
        let names = |list: &[ast::Parameter<'_>]| {
            let names = list.iter().map(|p| Symbol::intern(p.name));
            names.collect()
        };
        self.scopes.push(Scope {
            assigned: names(before),
            maybe: names(others),
            ..Scope::default()
        });
        let fits = self.expression(default);
        let scope = self.scopes.pop();
        fits?;
        match scope.is_some_and(|scope| scope.log.is_empty() && !scope.jumps) {
            true => GO_ON,
            false => STOP,
        }
    }

    fn here(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a lambda is being scanned")
    }

    fn read(&self, name: &str) -> Scanned {
        if let Some((_, last)) = name.rsplit_once("::") {
            // `$c::x` in a lambda of the class `c` may be the lambda's `$x`
            let last = Symbol::intern(last);
            let is_local = |s: &Scope| s.assigned.contains(&last) || s.maybe.contains(&last);
            return match self.scopes.iter().any(is_local) {
                true => STOP,
                false => GO_ON,
            };
        }
        let symbol = Symbol::intern(name);
        for scope in self.scopes.iter().rev() {
            if scope.maybe.contains(&symbol) {
                return STOP;
            }
            if scope.assigned.contains(&symbol) {
                break;
            }
        }
        GO_ON
    }

    fn assign(&mut self, left: &Expr<'_>) -> Scanned {
        // destructuring into nothing, and reserved names, need a frame
        let name = match left.kind {
            ExprKind::Variable(name) => name,
            ExprKind::Array(items) if !items.is_empty() => {
                return items.iter().try_for_each(|item| self.assign(item));
            }
            _ => return STOP,
        };
        let symbol = Symbol::intern(name);
        let scope = self.here();
        let refused = matches!(
            name,
            "facts" | "trusted" | "server_facts" | "title" | "name"
        ) || scope.maybe.contains(&symbol);
        if refused || !scope.assign(symbol) {
            return STOP;
        }
        GO_ON
    }

    /// Scans arms of which one runs.
    fn arms<'a>(
        &mut self,
        arms: impl IntoIterator<Item = &'a Expr<'a>>,
        else_nothing: bool,
    ) -> Scanned {
        let (length, left) = (self.here().log.len(), self.here().left);
        let mut ends: Vec<End> = Vec::new();
        for arm in arms {
            self.expression(arm)?;
            ends.push(self.here().take_back(length, left));
        }
        if else_nothing {
            let (assigned, maybe) = (Set::default(), Vec::new());
            ends.push(End {
                assigned,
                maybe,
                left,
            });
        }
        self.here().join(&ends);
        GO_ON
    }

    fn all<'a>(&mut self, list: impl IntoIterator<Item = &'a Expr<'a>>) -> Scanned {
        list.into_iter().try_for_each(|e| self.expression(e))
    }

    fn expression(&mut self, expr: &Expr<'_>) -> Scanned {
        alarm::step();
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return STOP;
        }
        let fits = self.shallow(expr);
        self.depth -= 1;
        fits
    }

    // Long because there is an arm for each kind of expression.
    fn shallow(&mut self, expr: &Expr<'_>) -> Scanned {
        match expr.kind {
            ExprKind::Variable(name) => self.read(name),
            ExprKind::Assignment { left, right, .. } => {
                self.expression(right)?;
                self.assign(left)
            }
            ExprKind::Binary {
                op, left, right, ..
            } => {
                self.expression(left)?;
                match op {
                    ast::BinaryOp::And | ast::BinaryOp::Or => self.arms([right], true),
                    _ => self.expression(right),
                }
            }
            ExprKind::If {
                test,
                then,
                otherwise,
                ..
            } => {
                self.expression(test)?;
                self.arms([then, otherwise], false)
            }
            ExprKind::Case { control, options } => {
                self.expression(control)?;
                for value in options.iter().flat_map(|o| o.values) {
                    self.arms([value], true)?;
                }
                let default = |o: &ast::CaseOption<'_>| {
                    o.values.iter().any(|v| matches!(v.kind, ExprKind::Default))
                };
                let total = options.iter().any(default);
                self.arms(options.iter().map(|o| o.then), !total)
            }
            ExprKind::Selector { control, options } => {
                self.expression(control)?;
                for option in options {
                    self.arms([&option.matching], true)?;
                }
                self.arms(options.iter().map(|o| &o.value), false)
            }
            ExprKind::Call {
                functor,
                arguments,
                lambda,
                ..
            } => {
                let (functor, arguments) = call_by_name::meant(functor, arguments, lambda);
                self.all(arguments)?;
                if self.is_computed(&functor, 0, arguments, lambda) {
                    return GO_ON;
                }
                // the number of arguments decides whether a call is a jump
                let unfolds = |a: &Expr<'_>| a.unfolded().is_some();
                match functor.kind {
                    ExprKind::Name(name)
                        if facts::leave(name).is_some() && arguments.iter().any(unfolds) =>
                    {
                        STOP
                    }
                    _ => self.call(&functor, lambda),
                }
            }
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                lambda,
                ..
            } => {
                self.expression(receiver)?;
                self.all(arguments)?;
                match self.is_computed(functor, 1, arguments, lambda) {
                    true => GO_ON,
                    false => self.call(functor, lambda),
                }
            }
            ExprKind::NamedAccess { left, right } => {
                self.expression(left)?;
                self.call(right, None)
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Resource { type_name, .. } if declares_class(type_name) => STOP,
            _ => children(expr, &mut |e| self.expression(e)),
        }
    }

    /// Returns true if a call is a call of `call` whose function may read all variables here.
    fn is_computed(
        &self,
        functor: &Expr<'_>,
        receivers: usize,
        arguments: &[Expr<'_>],
        lambda: Option<&ast::Lambda<'_>>,
    ) -> bool {
        call_by_name::is_computed(functor, receivers, arguments, lambda)
            && !(self.seekers)("call")
            && self.scopes.iter().all(|scope| scope.maybe.is_empty())
    }

    fn call(&mut self, functor: &Expr<'_>, lambda: Option<&ast::Lambda<'_>>) -> Scanned {
        match functor.kind {
            ExprKind::Name(name) | ExprKind::Reserved { word: name, .. } => {
                let name = name.strip_prefix("::").unwrap_or(name);
                if facts::of(name).sees_scope || (self.seekers)(name) {
                    return STOP;
                }
                if let Some(lambda) = lambda {
                    self.lambda(lambda)?;
                }
                if facts::leave(name).is_some() {
                    self.here().left = true;
                    self.here().jumps = true;
                }
                GO_ON
            }
            _ => {
                self.expression(functor)?;
                lambda.map_or(GO_ON, |l| self.lambda(l))
            }
        }
    }
}

/// Scans the types and defaults of parameters, which run outside the body and must not need its
/// variables.
fn outside(expr: &Expr<'_>, depth: u32) -> Scanned {
    match expr.kind {
        ExprKind::Variable(name) if !name.contains("::") => STOP,
        ExprKind::Call { .. }
        | ExprKind::MethodCall { .. }
        | ExprKind::NamedAccess { .. }
        | ExprKind::Lambda(_)
        | ExprKind::If { .. }
        | ExprKind::Case { .. }
        | ExprKind::Selector { .. }
        | ExprKind::Assignment { .. } => STOP,
        _ if depth > DEPTH_MAX => STOP,
        _ => children(expr, &mut |e| outside(e, depth + 1)),
    }
}

/// Calls `visit` with the direct subexpressions, up to the first that does not fit. Calls,
/// conditions, lambdas, definitions and the contents of templates do not fit.
fn children(expr: &Expr<'_>, visit: &mut dyn FnMut(&Expr<'_>) -> Scanned) -> Scanned {
    match expr.kind {
        ExprKind::Epp { .. }
        | ExprKind::RenderString(_)
        | ExprKind::Render(_)
        | ExprKind::Apply { .. }
        | ExprKind::Definition(_)
        | ExprKind::Node { .. }
        | ExprKind::TypeAlias { .. }
        | ExprKind::TypeMapping { .. }
        | ExprKind::TypeDefinition { .. }
        | ExprKind::NamedAccess { .. }
        | ExprKind::Assignment { .. }
        | ExprKind::Call { .. }
        | ExprKind::MethodCall { .. }
        | ExprKind::Lambda(_)
        | ExprKind::If { .. }
        | ExprKind::Case { .. }
        | ExprKind::Selector { .. } => STOP,
        _ => all_children(expr, visit),
    }
}

/// Calls `visit` with all expressions directly inside one, up to the first that does not fit.
fn all_children(expr: &Expr<'_>, visit: &mut dyn FnMut(&Expr<'_>) -> Scanned) -> Scanned {
    let mut scanned = GO_ON;
    visit::children(expr, &mut |child| {
        if scanned.is_continue() {
            scanned = visit(child);
        }
    });
    scanned
}

/// Works like [`children`], but conditions, the bodies of lambdas and the values of assignments fit
/// too.
pub(super) fn inside(expr: &Expr<'_>, visit: &mut dyn FnMut(&Expr<'_>) -> Scanned) -> Scanned {
    match expr.kind {
        ExprKind::NamedAccess { .. }
        | ExprKind::If { .. }
        | ExprKind::Case { .. }
        | ExprKind::Selector { .. } => all_children(expr, visit),
        ExprKind::Assignment { right, .. } => visit(right),
        ExprKind::Lambda(lambda) => visit(lambda.body),
        _ => children(expr, visit),
    }
}

/// Returns the approximate number of operations of code. The notation does not matter: names,
/// comments, parentheses and the form of a call add nothing.
pub(super) fn operations(expr: &Expr<'_>) -> usize {
    let mut count = 0;
    match add_operations(expr, 0, &mut count) {
        ControlFlow::Continue(()) => count,
        ControlFlow::Break(()) => usize::MAX,
    }
}

fn add_operations(expr: &Expr<'_>, depth: u32, count: &mut usize) -> Scanned {
    if depth > DEPTH_MAX {
        return STOP;
    }
    *count += match expr.kind {
        ExprKind::Nop
        | ExprKind::Variable(_)
        | ExprKind::Name(_)
        | ExprKind::Paren(_)
        | ExprKind::Block(_)
        | ExprKind::Lambda(_)
        | ExprKind::Assignment { .. } => 0,
        _ => 1,
    };
    // parentheses do not count as a level
    let depth = depth + u32::from(!matches!(expr.kind, ExprKind::Paren(_)));
    let mut visit = |e: &Expr<'_>| add_operations(e, depth, count);
    match expr.kind {
        ExprKind::Call {
            arguments, lambda, ..
        } => {
            arguments.iter().try_for_each(&mut visit)?;
            lambda.map_or(GO_ON, |lambda| visit(lambda.body))
        }
        ExprKind::MethodCall {
            receiver,
            arguments,
            lambda,
            ..
        } => {
            visit(receiver)?;
            arguments.iter().try_for_each(&mut visit)?;
            lambda.map_or(GO_ON, |lambda| visit(lambda.body))
        }
        _ => inside(expr, &mut visit),
    }
}

/// Returns true if code contains a call of `break` outside of its own iterations. Code that is too deep to
/// check counts, too.
pub(super) fn has_break(expr: &Expr<'_>) -> bool {
    find_break(expr, Breaks::Written, 0).is_break()
}

/// Returns true if a definition contains a call of `break` outside of its own iterations, so that a
/// call of the definition ends the iteration around it. Code that is too deep to check counts, too.
pub(super) fn breaks_out(definition: &Expr<'_>) -> bool {
    let ExprKind::Definition(definition) = definition.kind else {
        return false;
    };
    let defaults = definition.parameters.iter().filter_map(|p| p.default);
    let mut code = defaults.chain(std::iter::once(definition.body));
    code.any(|expr| find_break(expr, Breaks::Leaving, 0).is_break())
}

/// Returns true if a definition runs in a scope that sees the top one: a class, a define or a node.
pub(super) fn sees_top(definition: &Expr<'_>) -> bool {
    use ast::DefinitionKind::{Class, Define};
    match definition.kind {
        ExprKind::Definition(definition) => matches!(definition.kind, Class | Define),
        ExprKind::Node { .. } => true,
        _ => false,
    }
}

/// Returns true if a `break` in a lambda inside the code may pass through the function that took
/// the lambda, and so reach the iteration around as a result of that call.
pub(super) fn breaks_through(expr: &Expr<'_>) -> bool {
    find_break(expr, Breaks::Through, 0).is_break()
}

/// Returns the functions of a file that call no function of another file, which may `break` the
/// iteration around. Returns none when that takes too many rounds to find out.
pub(super) fn staying(program: &ast::Program<'_>) -> Set<Box<str>> {
    const ROUNDS_MAX: usize = 16;
    let functions = program.definitions.iter().filter_map(|definition| {
        let ExprKind::Definition(definition) = definition.kind else {
            return None;
        };
        let is_function = definition.kind == ast::DefinitionKind::Function;
        is_function.then_some((super::plain_name(definition.name), definition))
    });
    let mut left: Vec<_> = functions.collect();
    for _ in 0..ROUNDS_MAX {
        let own: Set<Box<str>> = left.iter().map(|(name, _)| Box::from(*name)).collect();
        let before = left.len();
        left.retain(|(_, definition)| {
            let defaults = definition.parameters.iter().filter_map(|p| p.default);
            let mut code = defaults.chain(std::iter::once(definition.body));
            !code.any(|expr| may_break_elsewhere(expr, &own))
        });
        if left.len() == before {
            return own;
        }
    }
    Set::default()
}

/// Returns true if the code calls a function of another file that may `break` the iteration around
/// the code. The functions of this file, which are known, are `own`.
pub(super) fn may_break_elsewhere(expr: &Expr<'_>, own: &Set<Box<str>>) -> bool {
    find_break(expr, Breaks::Elsewhere(own), 0).is_break()
}

/// Works like [`may_break_elsewhere`], for a loop that catches the `break`s of
/// [`Op::CallComputed`].
///
/// [`Op::CallComputed`]: crate::Op::CallComputed
pub(super) fn may_break_unseen(expr: &Expr<'_>, own: &Set<Box<str>>) -> bool {
    find_break(expr, Breaks::Unseen(own), 0).is_break()
}

/// The calls of `break` to search.
#[derive(Clone, Copy)]
enum Breaks<'o> {
    /// Calls written in the code that leave it.
    Written,
    /// Calls that leave the code, also those in templates.
    Leaving,
    /// Calls that leave a lambda inside the code.
    Through,
    /// Calls that may be in functions of other files.
    Elsewhere(&'o Set<Box<str>>),
    /// The same as `Elsewhere`, without functions that are called by a computed name.
    Unseen(&'o Set<Box<str>>),
}

impl Breaks<'_> {
    /// Returns true if the called function may be such a function of another file.
    fn are_in(self, functor: &Expr<'_>) -> bool {
        match self {
            Breaks::Elsewhere(own) | Breaks::Unseen(own) => is_elsewhere(functor, own),
            _ => false,
        }
    }
}

/// Returns true if a function may belong to another file, or may call a function of another file.
fn is_elsewhere(functor: &Expr<'_>, own: &Set<Box<str>>) -> bool {
    let ExprKind::Name(name) = functor.kind else {
        return false;
    };
    let name = &*super::plain_name(name).downcase();
    !own.contains(name) && !facts::of(name).stays
}

// Long because there is an arm for each kind of expression.
fn find_break(expr: &Expr<'_>, which: Breaks<'_>, depth: u32) -> Scanned {
    if depth > DEPTH_MAX {
        return STOP;
    }
    let mut visit = |e: &Expr<'_>| find_break(e, which, depth + 1);
    let body = |functor: &Expr<'_>, lambda: Option<&ast::Lambda<'_>>| match (functor.kind, lambda) {
        (_, None) => GO_ON,
        (ExprKind::Name(name), _) if facts::of(name).ends_at_break => GO_ON,
        (_, Some(lambda)) => {
            let within = match which {
                Breaks::Through => Breaks::Leaving,
                Breaks::Unseen(own) => Breaks::Elsewhere(own),
                other => other,
            };
            find_break(lambda.body, within, depth + 1)
        }
    };
    match expr.kind {
        ExprKind::Name(name)
            if matches!(which, Breaks::Written | Breaks::Leaving)
                && facts::leave(name) == Some(Leave::Break) =>
        {
            STOP
        }
        // it may be a template
        ExprKind::String(text)
            if matches!(which, Breaks::Leaving) && text.downcase().contains("break") =>
        {
            STOP
        }
        ExprKind::Call {
            functor,
            arguments,
            lambda,
            ..
        } if matches!(which, Breaks::Unseen(_))
            && call_by_name::is_computed(functor, 0, arguments, lambda) =>
        {
            arguments.iter().try_for_each(visit)
        }
        ExprKind::MethodCall {
            receiver,
            functor,
            arguments,
            lambda,
            ..
        } if matches!(which, Breaks::Unseen(_))
            && call_by_name::is_computed(functor, 1, arguments, lambda) =>
        {
            visit(receiver)?;
            arguments.iter().try_for_each(visit)
        }
        ExprKind::Call {
            functor,
            arguments,
            lambda,
            ..
        } if which.are_in(&call_by_name::meant(functor, arguments, lambda).0) => STOP,
        ExprKind::MethodCall { functor, .. } if which.are_in(functor) => STOP,
        ExprKind::Call {
            functor,
            arguments,
            lambda,
            ..
        } => {
            let (functor, arguments) = call_by_name::meant(functor, arguments, lambda);
            visit(&functor)?;
            arguments.iter().try_for_each(visit)?;
            body(&functor, lambda)
        }
        ExprKind::MethodCall {
            receiver,
            functor,
            arguments,
            lambda,
            ..
        } => {
            visit(receiver)?;
            visit(functor)?;
            arguments.iter().try_for_each(visit)?;
            body(functor, lambda)
        }
        _ => inside(expr, &mut visit),
    }
}
