//! Lowers the syntax tree to MIR.
//!
//! One [`Builder`] makes one function. Builders of nested functions form a stack, so that a
//! variable is resolved to a slot of the frame that owns it. Anything that is unknown here (facts,
//! variables of other scopes, functions and types by name) stays a name.

mod bindings;
mod call;
mod call_by_name;
mod chain;
mod change;
mod effect;
mod expression;
mod inline;
mod matches;
mod resource;
pub mod scan;
mod statement;
mod unroll;

use std::sync::Arc;

use frontend::Span;
use frontend::Symbol;
use frontend::ast;
use frontend::name::{Map, Set};
use rubycore::case::Downcase;

use crate::ir::{
    Block, BlockId, Capture, Constant, Definition, DefinitionKind, Function, Inner, Inst, Kind,
    NodeMatch, Parameter, Temp, Terminator, Ty, Unit, Use,
};
use crate::literal::{Literal, LiteralKind};
use crate::op::Op;
use crate::passes;
use bindings::Bindings;

/// Lowers a file that has been validated.
pub fn lower(program: &ast::Program<'_>) -> Unit {
    lower_for(program, Calls::Known, no_seekers(), None)
}

/// The test whether a function, given by a name that is not Puppet's own, looks up variables of its
/// caller by name.
pub type Seekers = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// Returns the seekers of code that calls no such functions.
pub fn no_seekers() -> Seekers {
    Arc::new(|_| false)
}

/// The meaning of the names of functions in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// Names of built-in functions mean these functions, unless the file defines them itself.
    Known,
    /// Names mean nothing certain: other manifests may replace built-in functions.
    Open,
}

/// Lowers a file; `calls` says what the names of functions mean in its compilations. `text` is the
/// text of the file, if the caller has it.
pub fn lower_for(
    program: &ast::Program<'_>,
    calls: Calls,
    seekers: Seekers,
    text: Option<Arc<str>>,
) -> Unit {
    let own_functions = own_functions(program);
    // all scans of code treat `call('f')` as a call of `f`
    let replaces_call = own_functions.contains("call");
    let seekers: Seekers = match replaces_call {
        true => Arc::new(|_| true),
        false => change::with_own(program, seekers),
    };
    let mut cx = Lower {
        text,
        calls,
        seekers,
        builders: Vec::new(),
        uses_match: false,
        matches: matches::MatchScope::default(),
        breaks_out: replaces_call || program.definitions.iter().any(|d| scan::breaks_out(d)),
        is_enclosing: program.definitions.iter().any(|d| scan::sees_top(d)),
        own_functions,
        staying: scan::staying(program),
        attempts: false,
        rereads: false,
    };
    cx.rereads = change::may_change_values(program, &cx.own_functions, &cx.seekers);
    let main = match program.body.kind {
        ast::ExprKind::Lambda(lambda) => cx.function(Kind::Template, "", lambda.parameters, lambda),
        _ => {
            let nothing = ast::Lambda {
                parameters: &[],
                return_type: None,
                body: program.body,
                span: program.body.span,
                at: program.body.at,
            };
            cx.function(Kind::Program, "", &[], &nothing)
        }
    };
    let definitions = program
        .definitions
        .iter()
        .filter_map(|d| cx.definition(d))
        .collect();
    Unit {
        program: main,
        definitions,
    }
}

fn own_functions(program: &ast::Program<'_>) -> Set<Box<str>> {
    let names = program.definitions.iter().filter_map(|d| match d.kind {
        ast::ExprKind::Definition(d) if d.kind == ast::DefinitionKind::Function => {
            Some(plain_name(d.name).downcase().into())
        }
        _ => None,
    });
    names.collect()
}

/// Returns the name of a definition without a leading `::`.
fn plain_name(name: &str) -> &str {
    name.strip_prefix("::").unwrap_or(name)
}

/// The state of lowering one file.
struct Lower {
    /// The text of the file.
    text: Option<Arc<str>>,
    builders: Vec<Builder>,
    calls: Calls,
    seekers: Seekers,
    uses_match: bool,
    matches: matches::MatchScope,
    /// True if code of the file may leave the iteration around its call. Such an iteration stays a
    /// call.
    breaks_out: bool,
    /// True if code of the file sees the match variables that its program leaves.
    is_enclosing: bool,
    /// The names of the functions that the file defines, in lower case.
    own_functions: Set<Box<str>>,
    /// The functions of the file that end no iteration around their call.
    staying: Set<Box<str>>,
    /// True if the current code is an attempt to run the calls of a chain in one loop.
    attempts: bool,
    /// True if calls in the file may change texts, arrays and hashes in place. Then variables that
    /// hold such values are read from their slots each time.
    rereads: bool,
}

/// The function being made.
struct Builder {
    function: Function,
    current: BlockId,
    /// Variables whose value is known in the current block: those of the function, then those of
    /// the enclosing inlined lambdas.
    scopes: Vec<Bindings>,
    /// The slots of the function by name, because a body may have very many.
    slots: Map<Symbol, u32>,
    /// The inlined lambdas around the current code.
    inlined: Vec<inline::Inlined>,
    /// The inlined call around the current code, as [`Inst::site`].
    site: u32,
    /// True if the current block can be reached.
    reachable: bool,
    constants: Map<ConstantKey, u32>,
}

/// The place of a variable that a lambda captured.
enum Captured {
    Temp(Temp),
    Slot(u32),
}

/// An expression during lowering.
enum Part {
    /// A literal, for which no code has been emitted.
    Constant(Constant),
    /// The temp that holds the value of the expression.
    Temp(Temp),
}

/// A constant as the key of a map (floats by their bits).
#[derive(PartialEq, Eq, Hash)]
enum ConstantKey {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(u64),
    String(Box<str>),
    Regexp(Box<str>),
}

impl ConstantKey {
    /// Returns the key of a constant; `None` for constants of many values, which are not looked up.
    fn of(constant: &Constant) -> Option<ConstantKey> {
        Some(match constant {
            Constant::Undef => ConstantKey::Undef,
            Constant::Default => ConstantKey::Default,
            Constant::Boolean(b) => ConstantKey::Boolean(*b),
            Constant::Integer(i) => ConstantKey::Integer(*i),
            Constant::Float(f) => ConstantKey::Float(f.to_bits()),
            Constant::String(s) => ConstantKey::String(s.clone()),
            Constant::Regexp(s) => ConstantKey::Regexp(s.clone()),
            Constant::Array(_) | Constant::Hash(_) | Constant::Dense(_) => return None,
        })
    }
}

impl Lower {
    fn definition(&mut self, expr: &ast::Expr<'_>) -> Option<Definition> {
        let at = expr.at;
        match expr.kind {
            ast::ExprKind::Definition(d) => {
                let (kind, code) = match d.kind {
                    ast::DefinitionKind::Class => {
                        let parent = d.parent.map(|(name, _)| plain_name(name).into());
                        (DefinitionKind::Class { parent }, Kind::Class)
                    }
                    ast::DefinitionKind::Define => (DefinitionKind::Define, Kind::Define),
                    ast::DefinitionKind::Function => (DefinitionKind::Function, Kind::Function),
                    ast::DefinitionKind::Plan => (DefinitionKind::Plan, Kind::Plan),
                };
                let name = plain_name(d.name);
                let lambda = ast::Lambda {
                    parameters: d.parameters,
                    return_type: d.return_type,
                    body: d.body,
                    span: d.span,
                    at,
                };
                let function = self.function(code, name, d.parameters, &lambda);
                Some(Definition {
                    kind,
                    name: name.into(),
                    function,
                    at,
                })
            }
            ast::ExprKind::Node { matches, body, .. } => {
                let matches: Vec<NodeMatch> = matches.iter().filter_map(node_match).collect();
                let lambda = ast::Lambda {
                    parameters: &[],
                    return_type: None,
                    body,
                    span: expr.span,
                    at,
                };
                let function = self.function(Kind::Node, "", &[], &lambda);
                Some(Definition {
                    kind: DefinitionKind::Node { matches },
                    name: "".into(),
                    function,
                    at,
                })
            }
            ast::ExprKind::TypeAlias {
                name,
                name_span,
                value,
            } => {
                let function = self.build(Kind::Thunk, name, at, |cx| cx.undef(at));
                let mut target = Literal::of(value);
                if let LiteralKind::Access { .. } = target.kind {
                    // Puppet shows it with the name, and without the bracket at its end
                    target.shown = Span {
                        start: name_span.start,
                        end: value.span.end - 1,
                    };
                }
                Some(Definition {
                    kind: DefinitionKind::TypeAlias { target },
                    name: plain_name(name).into(),
                    function,
                    at,
                })
            }
            _ => None,
        }
    }

    /// Lowers a function with parameters: class, define, function, lambda, template, ...
    fn function(
        &mut self,
        kind: Kind,
        name: &str,
        parameters: &[ast::Parameter<'_>],
        lambda: &ast::Lambda<'_>,
    ) -> Function {
        let temps = match kind {
            Kind::Function => scan::is_frameless_function(lambda, &self.seekers),
            Kind::Lambda => scan::is_frameless(lambda, &self.seekers),
            _ => false,
        };
        self.build(kind, name, lambda.at, |cx| {
            cx.builder().function.frameless = temps;
            for p in parameters {
                let name = Symbol::intern(p.name);
                cx.builder().add_slot(name);
                if temps {
                    cx.builder().entry_parameter(name);
                }
            }
            for (at, p) in parameters.iter().enumerate() {
                let type_expr = p.type_expr.map(|e| cx.thunk(e));
                let default = p
                    .default
                    .map(|e| match temps && scan::is_computed_default(e) {
                        true => cx.computed_default(e, &parameters[..at]),
                        // their values are copied when they are bound
                        false if matches!(kind, Kind::Class | Kind::Define) => cx.copied(e),
                        false => cx.thunk(e),
                    });
                let name = Symbol::intern(p.name);
                let captures_rest = p.captures_rest;
                let parameter = Parameter {
                    name,
                    type_expr,
                    default,
                    captures_rest,
                    at: p.at,
                };
                cx.builder().function.parameters.push(parameter);
            }
            cx.builder().function.returns = lambda.return_type.map(|e| cx.thunk(e));
            cx.kept(lambda.body)
        })
    }

    /// Makes a function whose value is the result of `body`.
    fn build(
        &mut self,
        kind: Kind,
        name: &str,
        at: u32,
        body: impl FnOnce(&mut Lower) -> Temp,
    ) -> Function {
        let outermost = self.builders.is_empty();
        if outermost {
            self.uses_match = kind == Kind::Program && self.is_enclosing;
        }
        self.builders.push(Builder::new(kind, name, at));
        let value = body(self);
        let mut builder = self.builders.pop().expect("pushed above");
        builder.end(Terminator::Return(value));
        passes::run(&mut builder.function);
        if outermost {
            set_uses_match(&mut builder.function, self.uses_match);
        }
        builder.function
    }

    /// Lowers a function inside the current one that runs in its frame.
    fn thunk(&mut self, expr: &ast::Expr<'_>) -> Inner {
        let function = self.build(Kind::Thunk, "", expr.at, |cx| cx.kept(expr));
        self.builder().add_inner(function)
    }

    /// Works like `thunk`, for code whose value is always copied: a literal list or hash is a constant.
    fn copied(&mut self, expr: &ast::Expr<'_>) -> Inner {
        let function = self.build(Kind::Thunk, "", expr.at, |cx| match expr.kind {
            ast::ExprKind::Array(_) | ast::ExprKind::Hash(_) => cx.expression(expr),
            _ => cx.kept(expr),
        });
        self.builder().add_inner(function)
    }

    /// Lowers a default as a lambda over the parameters before it.
    fn computed_default(&mut self, expr: &ast::Expr<'_>, before: &[ast::Parameter<'_>]) -> Inner {
        let lambda = self.build(Kind::Lambda, "", expr.at, |cx| {
            cx.builder().function.frameless = true;
            for p in before {
                let name = Symbol::intern(p.name);
                cx.builder().add_slot(name);
                cx.builder().entry_parameter(name);
                cx.builder().function.parameters.push(Parameter {
                    name,
                    type_expr: None,
                    default: None,
                    captures_rest: false,
                    at: p.at,
                });
            }
            cx.kept(expr)
        });
        self.builder().add_inner(lambda)
    }

    fn builder(&mut self) -> &mut Builder {
        self.builders.last_mut().expect("a function is being made")
    }

    /// Returns true if the current code is that of the file, including its lambdas.
    fn is_in_program(&self) -> bool {
        let outermost = self.builders.first();
        outermost.is_some_and(|builder| builder.function.kind == Kind::Program)
    }

    fn emit(&mut self, op: Op, at: u32) -> Temp {
        self.builder().emit(op, at)
    }

    fn constant(&mut self, constant: Constant, at: u32) -> Temp {
        self.builder().constant(constant, at)
    }

    fn undef(&mut self, at: u32) -> Temp {
        self.constant(Constant::Undef, at)
    }

    /// Lowers an expression to an operand.
    fn operand(&mut self, expr: &ast::Expr<'_>) -> Use {
        Use {
            temp: self.expression(expr),
            at: expr.at,
        }
    }

    /// Returns the value of a variable by its place in the code, when the place is known: a temp, a
    /// slot of this or an enclosing frame, or a captured value.
    fn resolve(&mut self, name: Symbol, at: u32) -> Option<Temp> {
        let is_thunk = |b: &Builder| b.function.kind == Kind::Thunk;
        let owner = self.builders.iter().rposition(|b| !is_thunk(b))?;
        let mut depth = 0;
        for index in (0..=owner).rev() {
            let builder = &self.builders[index];
            if is_thunk(builder) {
                continue;
            }
            let own = index == owner && owner + 1 == self.builders.len();
            let owned = usize::from(!builder.function.frameless);
            let temps = if own {
                &builder.scopes[..]
            } else {
                &builder.scopes[owned..]
            };
            if let Some(temp) = temps.iter().rev().find_map(|scope| scope.get(name)) {
                return match own {
                    true => Some(temp),
                    false => self.capture(name, index, owner, at),
                };
            }
            if !builder.function.frameless {
                if let Some(&slot) = builder.slots.get(&name) {
                    return Some(self.emit(Op::LoadSlot { depth, slot }, at));
                }
                depth += 1;
            }
            if builder.function.kind != Kind::Lambda {
                return None;
            }
        }
        None
    }

    /// Returns true if the value of a variable is known here or in an enclosing lambda or function.
    fn is_known(&self, name: Symbol) -> bool {
        for builder in self.builders.iter().rev() {
            if builder.scopes.iter().any(|scope| scope.get(name).is_some()) {
                return true;
            }
            if builder.function.kind != Kind::Lambda {
                return false;
            }
        }
        false
    }

    /// Passes a temp of builder `from` to builder `to`, through the builders between them.
    fn capture(&mut self, name: Symbol, from: usize, to: usize, at: u32) -> Option<Temp> {
        let mut found = None;
        for builder in &mut self.builders[from + 1..=to] {
            if builder.function.kind != Kind::Thunk {
                found = Some(builder.captured(name));
            }
        }
        match found? {
            Captured::Temp(temp) => Some(temp),
            Captured::Slot(slot) => Some(self.emit(Op::LoadSlot { depth: 0, slot }, at)),
        }
    }

    /// Returns the slot of a variable that the current function assigns.
    fn own_slot(&mut self, name: Symbol) -> u32 {
        let is_frame = |b: &Builder| b.function.kind != Kind::Thunk;
        let owner = self.builders.iter().rposition(is_frame);
        let owner = owner.unwrap_or(self.builders.len() - 1);
        let owner = &mut self.builders[owner];
        match owner.slots.get(&name) {
            Some(&slot) => slot,
            None => owner.add_slot(name),
        }
    }
}

/// Records whether match variables are read. Where they are not, they are not saved.
fn set_uses_match(function: &mut Function, uses_match: bool) {
    function.uses_match = uses_match;
    if !uses_match {
        let matters = |inst: &Inst| !matches!(inst.op, Op::PushMatch | Op::PopMatch(_));
        function
            .blocks
            .iter_mut()
            .for_each(|b| b.insts.retain(matters));
    }
    function
        .inner
        .iter_mut()
        .for_each(|f| set_uses_match(f, uses_match));
}

fn node_match(expr: &ast::Expr<'_>) -> Option<NodeMatch> {
    match expr.kind {
        ast::ExprKind::String(s) | ast::ExprKind::Name(s) => Some(NodeMatch::Name(s.into())),
        ast::ExprKind::Regexp(source) => Some(NodeMatch::Regexp(source.into())),
        ast::ExprKind::Default => Some(NodeMatch::Default),
        ast::ExprKind::Concat(parts) => {
            let mut name = String::new();
            for part in parts {
                match part {
                    ast::StringPart::Text(text, _) => name.push_str(text),
                    ast::StringPart::Value(_) => return None,
                }
            }
            Some(NodeMatch::Name(name.into()))
        }
        _ => None,
    }
}

impl Builder {
    fn new(kind: Kind, name: &str, at: u32) -> Builder {
        let entry = Block {
            parameters: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
        };
        Builder {
            function: Function {
                blocks: vec![entry],
                ..Function::new(kind, name, at)
            },
            current: BlockId(0),
            scopes: vec![Bindings::default()],
            slots: Map::default(),
            inlined: Vec::new(),
            site: 0,
            reachable: true,
            constants: Map::default(),
        }
    }

    fn temp(&mut self, ty: Ty) -> Temp {
        self.function.temps.push(ty);
        Temp(self.function.temps.len() as u32 - 1)
    }

    fn emit(&mut self, op: Op, at: u32) -> Temp {
        let ty = op.result_ty(&self.function);
        let result = self.temp(ty);
        let site = self.site;
        self.function.blocks[self.current.0 as usize]
            .insts
            .push(Inst {
                op,
                result,
                at,
                site,
            });
        result
    }

    fn add_slot(&mut self, name: Symbol) -> u32 {
        let slot = self.function.slots.len() as u32;
        self.function.slots.push(name);
        self.slots.entry(name).or_insert(slot);
        slot
    }

    /// Adds a parameter of the entry block that is a variable.
    fn entry_parameter(&mut self, name: Symbol) -> Temp {
        let temp = self.temp(Ty::Any);
        self.function.blocks[0].parameters.push(temp);
        self.scopes[0].bind(name, temp);
        temp
    }

    /// Returns the variables of the innermost scope.
    fn scope(&mut self) -> &mut Bindings {
        self.scopes
            .last_mut()
            .expect("the function's own is never left")
    }

    /// Returns true if the variables of a scope are temps only.
    fn is_owned(&self, scope: usize) -> bool {
        scope > 0 || self.function.frameless
    }

    fn constant(&mut self, constant: Constant, at: u32) -> Temp {
        let index = self.constant_index(constant);
        self.emit(Op::Const(index), at)
    }

    fn constant_index(&mut self, constant: Constant) -> u32 {
        let constants = &mut self.function.constants;
        let key = ConstantKey::of(&constant);
        let add = || {
            constants.push(constant);
            constants.len() as u32 - 1
        };
        match key {
            Some(key) => *self.constants.entry(key).or_insert_with(add),
            None => add(),
        }
    }

    fn add_inner(&mut self, function: Function) -> Inner {
        self.function.inner.push(function);
        Inner(self.function.inner.len() as u32 - 1)
    }

    fn block(&mut self) -> BlockId {
        self.function.blocks.push(Block {
            parameters: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
        });
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    /// Ends the current block.
    fn end(&mut self, terminator: Terminator) {
        self.function.blocks[self.current.0 as usize].terminator = terminator;
    }

    /// Captures a variable of the enclosing code for a lambda.
    fn captured(&mut self, name: Symbol) -> Captured {
        let captures = &self.function.captures;
        // captures are in the order of their slots
        let place = self
            .slots
            .get(&name)
            .and_then(|slot| captures.binary_search_by_key(slot, |c| c.slot).ok());
        let index = place.unwrap_or_else(|| {
            let slot = self.add_slot(name);
            self.function.captures.push(Capture { name, slot });
            self.function.captures.len() - 1
        });
        let function = &mut self.function;
        if !function.frameless {
            return Captured::Slot(function.captures[index].slot);
        }
        match place {
            Some(_) => {
                let entry = function.parameters.len() + index;
                Captured::Temp(function.blocks[0].parameters[entry])
            }
            None => Captured::Temp(self.entry_parameter(name)),
        }
    }

    fn jump(&mut self, to: BlockId, value: Option<Temp>) {
        self.end(Terminator::Jump(to, value.into_iter().collect()));
    }

    /// Gives a block one parameter, whose type is the join of the types of `values`.
    fn join(&mut self, block: BlockId, values: &[Temp]) -> Temp {
        let types = values.iter().map(|t| self.function.temps[t.0 as usize]);
        let ty = types.reduce(Ty::join).unwrap_or(Ty::Any);
        let temp = self.temp(ty);
        self.function.blocks[block.0 as usize].parameters.push(temp);
        temp
    }
}
