//! Lowers the syntax tree of a template or function to code that runs natively: variables and
//! methods are resolved to numbers.

mod call;
mod class;
pub mod function;
mod tail;
mod variables;

use std::sync::Arc;

use bumpalo::Bump;
use foldhash::HashSet;
use ruby::syntax::tree::{self, Kind, Node, Part, Scope};
use ruby::syntax::{erb, parse};
use rubycore::regexp::{self, Options};

use super::code::{Attempts, Begin, Class, Code, Define, Defined, Handler, Parameter, Program};
use super::fault;
use super::library_method::Library;
use super::methods::Method;
use tail::Jump;
use variables::Variables;

/// Lowers a template. Returns `None` if it contains code that the tables do not cover; `refused` is
/// set to the line of that code.
pub fn template(code: &str, refused: &mut Option<usize>) -> Option<Program> {
    // carriage returns and comments for Ruby change how Ruby reads the source
    let source = erb::code(code);
    if source.contains('\r') || code.contains("coding:") || names_frozen_literals(code) {
        return None;
    }
    let arena = Bump::new();
    let tree = parse(&arena, &source).ok()?;
    let mut lowering = Lowering::new(Surroundings::Template);
    let body = lowering.template(tree);
    let at = lowering.refused.or(lowering.refused_branch);
    *refused = at.map(|at| line(&source, at));
    let (body, slots, methods) = body?;
    Some(Program {
        body,
        slots,
        methods,
        classes: Vec::new(),
        changes: lowering.changes,
        sets_variables: lowering.sets_variables,
        reads_match: lowering.reads_match,
        attempts: Attempts::default(),
    })
}

/// Returns true if a text has Ruby's comment that freezes literal texts.
fn names_frozen_literals(text: &str) -> bool {
    let lower = text.to_ascii_lowercase().replace('-', "_");
    lower.contains("frozen_string")
}

/// Returns true if a comment at the start of a file freezes its literal texts. `None` means that a
/// comment there is not written in the usual way.
fn freezes_literals(code: &str) -> Option<bool> {
    let comments = code
        .lines()
        .take_while(|line| line.starts_with('#') || line.is_empty());
    let mut named = comments.filter(|line| names_frozen_literals(line));
    let usual = |line: &str| match line.trim_start_matches('#').trim() {
        "frozen_string_literal: true" => Some(true),
        "frozen_string_literal: false" => Some(false),
        _ => None,
    };
    named.try_fold(false, |_, line| usual(line))
}

/// Returns the line of an offset, counted from 1.
fn line(source: &str, at: usize) -> usize {
    let before = source.as_bytes().iter().take(at);
    before.filter(|byte| **byte == b'\n').count() + 1
}

/// The place of the code, which determines the methods that it may call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    Template,
    /// A function of the 4.x API.
    Current,
    /// A function of the 3.x API, which is a method of scopes.
    Legacy,
}

struct Lowering<'a> {
    surroundings: Surroundings,
    /// The variables of the method that is being lowered.
    variables: Variables<'a>,
    /// True if literal texts cannot be changed (`frozen_string_literal: true`).
    freezes_literals: bool,
    /// The methods that can be called without a receiver, with their numbers.
    methods: Vec<(&'a str, usize)>,
    /// The names of methods that only classes of the file have.
    own_names: Vec<&'a str>,
    /// The classes of the file: their names and definitions.
    classes: Vec<(&'a str, Defined)>,
    /// The names of instance variables of objects.
    fields: Vec<Box<str>>,
    /// True if a method of a class is being lowered.
    is_class: bool,
    /// True if the code may change values in place.
    changes: bool,
    /// The variable of the method that holds the scope.
    scope: Option<&'a str>,
    /// True if code lowered since the last reset may have effects.
    acts: bool,
    /// True if a method is being lowered.
    is_method: bool,
    reads_match: bool,
    sets_variables: bool,
    /// True if the code sets variables of a scope.
    sets_scope: bool,
    /// True if the code reads `@name` of a template.
    reads_instance: bool,
    /// The offset of the first code that the tables do not cover.
    refused: Option<usize>,
    /// The offset of the first such code in a branch; the attempt ends only where that branch runs.
    refused_branch: Option<usize>,
}

/// The class of sensitive values.
const SENSITIVE: &str = "Puppet::Pops::Types::PSensitiveType::Sensitive";

/// The variable in which ERB collects its output.
const OUTPUT: &str = "_erbout";

impl<'a> Lowering<'a> {
    fn new(surroundings: Surroundings) -> Lowering<'a> {
        Lowering {
            surroundings,
            variables: Variables::new(),
            freezes_literals: false,
            methods: Vec::new(),
            own_names: Vec::new(),
            classes: Vec::new(),
            fields: Vec::new(),
            is_class: false,
            changes: false,
            scope: None,
            acts: false,
            is_method: false,
            reads_match: false,
            sets_variables: false,
            sets_scope: false,
            reads_instance: false,
            refused: None,
            refused_branch: None,
        }
    }

    fn boxed(&mut self, node: &Node<'a>) -> Option<Box<Code>> {
        self.node(node).map(Box::new)
    }

    fn all(&mut self, nodes: &[Node<'a>]) -> Option<Vec<Code>> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    /// Lowers a template: returns its code, the number of its variables, and the methods that it
    /// defines.
    fn template(&mut self, tree: &Node<'a>) -> Option<(Code, usize, Vec<Define>)> {
        let (mut codes, mut methods) = (Vec::new(), Vec::new());
        for node in function::statements(tree) {
            // the last statement gives the output to ERB
            if let Kind::Local(OUTPUT) = node.kind {
                continue;
            }
            let Kind::Define(define) = node.kind else {
                codes.push(self.node(node)?);
                continue;
            };
            // a method may call itself and the methods before it
            let is_known = self.methods.iter().any(|(name, _)| *name == define.name);
            if is_known || Library::of_kernel(define.name).is_some() {
                return None;
            }
            self.methods.push((define.name, self.methods.len()));
            let outer = std::mem::take(&mut self.variables);
            let method = self.method(define, None);
            self.variables = outer;
            methods.push(method?);
        }
        // `@name` is the variable as it was when the template began
        let is_sound =
            self.variables.are_kept_rightly() && !(self.sets_scope && self.reads_instance);
        is_sound.then(|| (Code::Sequence(codes), self.variables.slots(), methods))
    }

    fn node(&mut self, node: &Node<'a>) -> Option<Code> {
        let code = self.node_of(node);
        if code.is_none() && self.refused.is_none() {
            self.refused = Some(node.at as usize);
        }
        code
    }

    /// Lowers code that runs only on a condition. If the tables do not cover it, the attempt ends
    /// when that code would run.
    fn branch(&mut self, node: &Node<'a>) -> Code {
        let outer = self.refused;
        let acts = self.acts;
        let code = self.node(node);
        if code.is_none() {
            self.refused_branch = self.refused_branch.or(self.refused);
        }
        self.refused = outer;
        code.unwrap_or_else(|| {
            self.acts = acts;
            Code::GiveUp
        })
    }

    // Long because each kind of node has an arm.
    fn node_of(&mut self, node: &Node<'a>) -> Option<Code> {
        Some(match node.kind {
            Kind::Nil => Code::Nil,
            Kind::True => Code::True,
            Kind::False => Code::False,
            Kind::Integer(text) => Code::Integer(decimal(text)?),
            Kind::Float(text) => Code::Float(text.parse().ok()?),
            Kind::Text(parts) => self.text(parts)?,
            Kind::Symbol([Part::Bytes(name)]) => {
                Code::Symbol(std::str::from_utf8(name).ok()?.into())
            }
            Kind::Array(items) => Code::List(self.operands(items)?),
            Kind::Hash(pairs) | Kind::Pairs(pairs) => self.hash(pairs)?,
            Kind::Splat(Some(list)) => Code::Splat(self.boxed(list)?),
            Kind::Range {
                from: Some(from),
                to: Some(to),
                exclusive,
            } => Code::Range(Box::new((self.node(from)?, self.node(to)?)), exclusive),
            Kind::Local(OUTPUT) => return None,
            // a variable that is assigned only in code that did not run is `nil`
            Kind::Local(name) => Code::Local(self.variables.local(name)),
            // instance variables that start with `@__` belong to the template engine
            Kind::Instance(name) if self.is_class => Code::Field(self.field(name)),
            Kind::SelfValue if self.is_class => Code::Myself,
            Kind::Instance(name) if name.starts_with("@__") => return None,
            Kind::Instance(_) if self.surroundings != Surroundings::Template => return None,
            Kind::Instance(name) => {
                self.reads_instance = true;
                Code::Variable(name.strip_prefix('@')?.into())
            }
            Kind::Constant(scope, name) => match call::constant(node)?.as_str() {
                SENSITIVE => Code::Class(Class::Sensitive),
                "RUBY_VERSION" | "Psych::VERSION" => Code::RubyVersion,
                name if let Some(error) = fault::class(name) => Code::Class(Class::Error(error)),
                _ => Code::Class(class(scope, name)?),
            },
            Kind::Call(call) => self.call(call)?,
            Kind::Lambda(block) => self.proc(block, true)?,
            Kind::And(left, right) => Code::And(Box::new((self.node(left)?, self.node(right)?))),
            Kind::Or(left, right) => Code::Or(Box::new((self.node(left)?, self.node(right)?))),
            Kind::Defined(Node {
                kind: Kind::Instance(name),
                ..
            }) => Code::IsDefined(name.strip_prefix('@')?.into()),
            Kind::Assign(target, value) => self.assignment(target, value)?,
            Kind::OperatorAssign(target, operator, value) => {
                self.operator_assignment(target, operator, value)?
            }
            Kind::If {
                condition,
                then,
                otherwise,
                unless,
            } => {
                let condition = self.node(condition)?;
                let then = self.branch(then);
                let otherwise = match otherwise {
                    Some(node) => self.branch(node),
                    None => Code::Nil,
                };
                Code::If(Box::new(match unless {
                    false => (condition, then, otherwise),
                    true => (condition, otherwise, then),
                }))
            }
            Kind::Case {
                subject,
                branches,
                otherwise,
            } => self.case(subject, branches, otherwise)?,
            Kind::For(targets, iterated, body) => {
                let iterated = self.node(iterated)?;
                self.variables.enter_loop();
                let parameters = self.targets(targets);
                let body = self.node(body);
                self.variables.leave_loop();
                let body = Jump::Next.into_value(body?);
                Code::For(parameters?, Box::new((iterated, body)))
            }
            Kind::Next(value) => Code::Next(self.option(value)?),
            Kind::Break(value) => Code::Break(self.option(value)?),
            Kind::Return(_) if self.surroundings == Surroundings::Template && !self.is_method => {
                return None;
            }
            Kind::Return(value) => Code::Return(self.option(value)?),
            Kind::While {
                condition,
                body,
                until,
                after,
            } => {
                self.variables.enter_loop();
                let (condition, body) = (self.node(condition), self.node(body));
                self.variables.leave_loop();
                let body = Jump::Next.into_value(body?);
                Code::While(Box::new((condition?, body)), until, after)
            }
            Kind::MultipleAssign(targets, value) => {
                let value = self.boxed(value)?;
                Code::SetMany(self.targets(targets)?, value)
            }
            Kind::Begin(begin) => self.begin(begin)?,
            Kind::Group(number) => {
                self.reads_match = true;
                Code::Group(usize::try_from(number).ok()?)
            }
            Kind::Yield(arguments) if self.surroundings == Surroundings::Current => {
                self.acts = true;
                Code::Yield(self.operands(arguments)?)
            }
            Kind::Grouped(inner) => self.node(inner)?,
            Kind::Sequence([]) => Code::Nil,
            Kind::Sequence([single]) => self.node(single)?,
            Kind::Sequence(items) => tail::sequence(self.all(items)?),
            _ => return None,
        })
    }

    /// Lowers a receiver or an argument. A pattern is a value only there; as a condition, Ruby
    /// matches it against the last line read.
    fn operand(&mut self, node: &Node<'a>) -> Option<Code> {
        match node.kind {
            Kind::Regexp(parts, options) => self.regexp(parts, options),
            _ => self.node(node),
        }
    }

    fn operands(&mut self, nodes: &[Node<'a>]) -> Option<Vec<Code>> {
        nodes.iter().map(|node| self.operand(node)).collect()
    }

    fn parts(&mut self, parts: &[Part<'a>]) -> Option<Vec<Code>> {
        let code = |part: &Part<'a>| {
            Some(match part {
                Part::Bytes(bytes) => Code::Text(std::str::from_utf8(bytes).ok()?.into()),
                Part::Code(node) => self.node(node)?,
            })
        };
        parts.iter().map(code).collect()
    }

    fn text(&mut self, parts: &[Part<'a>]) -> Option<Code> {
        let codes = self.parts(parts)?;
        Some(match codes.as_slice() {
            [] => self.literal("".into()),
            [Code::Text(text)] => self.literal(text.clone()),
            _ => Code::Joined(codes),
        })
    }

    fn literal(&self, text: Arc<str>) -> Code {
        match self.freezes_literals {
            true => Code::FrozenText(text),
            false => Code::Text(text),
        }
    }

    fn hash(&mut self, pairs: &[tree::Pair<'a>]) -> Option<Code> {
        let (mut codes, mut literals) = (Vec::new(), HashSet::default());
        for pair in pairs {
            let key = self.node(pair.key.as_ref()?)?;
            // Ruby drops an earlier entry with the same literal key, which changes the order
            let literal = match &key {
                Code::Text(text) | Code::FrozenText(text) => Some(Key::Text((&**text).into())),
                Code::Integer(value) => Some(Key::Integer(*value)),
                Code::Symbol(name) => Some(Key::Symbol(name.clone())),
                Code::Float(value) => Some(Key::Text(format!(" {value:?}").into())),
                _ => None,
            };
            if literal.is_some_and(|key| !literals.insert(key)) {
                return None;
            }
            codes.push((key, self.node(&pair.value)?));
        }
        Some(Code::Hash(codes))
    }

    fn assignment(&mut self, target: &Node<'a>, value: &Node<'a>) -> Option<Code> {
        match target.kind {
            // `_erbout = +''` at the start
            Kind::Local(OUTPUT) => Some(Code::Nil),
            Kind::Local(name) => {
                // the variable already exists when its own value is evaluated
                let slot = self.variables.local(name);
                let value = self.operand(value)?;
                self.variables.count(slot);
                Some(Code::SetLocal(slot, Box::new(value)))
            }
            Kind::Instance(name) if self.is_class => {
                let value = Box::new(self.operand(value)?);
                Some(Code::SetField(self.field(name), value))
            }
            Kind::Instance(name)
                if self.surroundings == Surroundings::Template && !name.starts_with("@__") =>
            {
                self.sets_variables = true;
                let value = Box::new(self.operand(value)?);
                Some(Code::SetVariable(name.strip_prefix('@')?.into(), value))
            }
            Kind::Call(call) if call.name == "[]" && !call.safe => {
                if self.is_scope(call.receiver?) {
                    return self.variable_of_scope(call, value);
                }
                self.changes = true;
                let mut arguments = self.operands(call.arguments)?;
                arguments.push(self.operand(value)?);
                let receiver = self.operand(call.receiver?)?;
                Some(self.method_call(receiver, Method::named("[]=")?, arguments))
            }
            _ => None,
        }
    }

    fn operator_assignment(
        &mut self,
        target: &Node<'a>,
        operator: &str,
        value: &Node<'a>,
    ) -> Option<Code> {
        if let Kind::Call(call) = target.kind {
            return self.entry_assignment(call, operator, value);
        }
        if let Kind::Instance(name) = target.kind {
            return self.variable_assignment(name, operator, value);
        }
        let Kind::Local(name) = target.kind else {
            return None;
        };
        let slot = self.variables.local(name);
        let value = self.operand(value)?;
        self.variables.count(slot);
        Some(match operator {
            "||" => Code::SetLocalIf(slot, false, Box::new(value)),
            "&&" => Code::SetLocalIf(slot, true, Box::new(value)),
            _ => {
                let method = Method::named(operator)?;
                let call = self.method_call(Code::Local(slot), method, vec![value]);
                Code::SetLocal(slot, Box::new(call))
            }
        })
    }

    /// Lowers `@a += value` in a template.
    fn variable_assignment(
        &mut self,
        name: &'a str,
        operator: &str,
        value: &Node<'a>,
    ) -> Option<Code> {
        if self.is_class {
            return self.field_assignment(name, operator, value);
        }
        if self.surroundings != Surroundings::Template || name.starts_with("@__") {
            return None;
        }
        self.sets_variables = true;
        let name: Box<str> = name.strip_prefix('@')?.into();
        let value = self.operand(value)?;
        Some(match operator {
            "||" => Code::SetVariableIf(name, false, Box::new(value)),
            "&&" => Code::SetVariableIf(name, true, Box::new(value)),
            _ => {
                let known = Code::Variable(name.clone());
                let value = self.method_call(known, Method::named(operator)?, vec![value]);
                Code::SetVariable(name, Box::new(value))
            }
        })
    }

    /// Lowers `@a += value` in a class.
    fn field_assignment(
        &mut self,
        name: &'a str,
        operator: &str,
        value: &Node<'a>,
    ) -> Option<Code> {
        let field = self.field(name);
        let value = self.operand(value)?;
        Some(match operator {
            "||" => Code::SetFieldIf(field, false, Box::new(value)),
            "&&" => Code::SetFieldIf(field, true, Box::new(value)),
            _ => {
                let method = Method::named(operator)?;
                let value = self.method_call(Code::Field(field), method, vec![value]);
                Code::SetField(field, Box::new(value))
            }
        })
    }

    /// Returns the number of an instance variable.
    fn field(&mut self, name: &str) -> usize {
        let known = self.fields.iter().position(|other| **other == *name);
        known.unwrap_or_else(|| {
            self.fields.push(name.into());
            self.fields.len() - 1
        })
    }

    /// Returns the method of a name: one of the table, or one that only classes of the file have.
    fn method_named(&mut self, name: &str) -> Option<Method> {
        if let Some(method) = Method::named(name) {
            self.changes |= method.may_change();
            return Some(method);
        }
        let own = self.own_names.iter().position(|other| *other == name)?;
        u16::try_from(own).ok().map(Method::Own)
    }

    /// Lowers `a[key] += value`.
    fn entry_assignment(
        &mut self,
        target: &tree::Call<'a>,
        operator: &str,
        value: &Node<'a>,
    ) -> Option<Code> {
        let ("[]", [key], false) = (target.name, target.arguments, target.safe) else {
            return None;
        };
        self.changes = true;
        let parts = Box::new((
            self.operand(target.receiver?)?,
            self.operand(key)?,
            self.operand(value)?,
        ));
        Some(match operator {
            "||" => Code::SetEntryIf(parts, false),
            "&&" => Code::SetEntryIf(parts, true),
            _ => Code::SetEntryBy(parts, Method::named(operator)?),
        })
    }

    fn case(
        &mut self,
        subject: Option<&Node<'a>>,
        branches: &[tree::When<'a>],
        otherwise: Option<&Node<'a>>,
    ) -> Option<Code> {
        let subject = match subject {
            Some(subject) => Some(self.boxed(subject)?),
            None => None,
        };
        let mut lowered = Vec::new();
        for branch in branches {
            lowered.push((self.operands(branch.conditions)?, self.branch(branch.body)));
        }
        let otherwise = match otherwise {
            Some(node) => self.branch(node),
            None => Code::Nil,
        };
        Some(Code::Case(subject, lowered, Box::new(otherwise)))
    }

    fn option(&mut self, node: Option<&Node<'a>>) -> Option<Option<Box<Code>>> {
        match node {
            Some(node) => self.boxed(node).map(Some),
            None => Some(None),
        }
    }

    fn targets(&mut self, nodes: &[Node<'a>]) -> Option<Vec<Parameter>> {
        nodes.iter().map(|node| self.target(node)).collect()
    }

    fn target(&mut self, node: &Node<'a>) -> Option<Parameter> {
        Some(match node.kind {
            Kind::Local(name) => Parameter::Slot(self.variables.assigned(name)),
            Kind::Targets(targets) => Parameter::Many(self.targets(targets)?),
            Kind::Splat(None) => Parameter::Rest(None),
            Kind::Splat(Some(Node {
                kind: Kind::Local(name),
                ..
            })) => Parameter::Rest(Some(self.variables.assigned(name))),
            Kind::Call(call) if call.name == "[]" && !call.safe => {
                self.changes = true;
                let [key] = call.arguments else { return None };
                let receiver = self.operand(call.receiver?)?;
                Parameter::Entry(Box::new((receiver, self.operand(key)?)))
            }
            _ => return None,
        })
    }

    /// Lowers a body with handlers.
    fn begin(&mut self, begin: &tree::Begin<'a>) -> Option<Code> {
        let body = self.node(begin.body)?;
        let mut handlers = Vec::new();
        for rescue in begin.rescues {
            handlers.push(self.handler(rescue));
        }
        let otherwise = match begin.otherwise {
            Some(otherwise) => Some(self.node(otherwise)?),
            None => None,
        };
        let ensure = match begin.ensure {
            Some(ensure) => self.node(ensure)?,
            None => Code::Nil,
        };
        Some(Code::Begin(Box::new(Begin {
            body,
            handlers,
            otherwise,
            ensure,
        })))
    }

    /// Lowers a handler. If the tables do not cover it, the attempt ends when the handler would
    /// run.
    fn handler(&mut self, rescue: &tree::Rescue<'a>) -> Handler {
        let target = match rescue.target.map(|target| target.kind) {
            None => Some(None),
            Some(Kind::Local(name)) => Some(Some(self.variables.assigned(name))),
            Some(_) => None,
        };
        let classes = match rescue.classes {
            [] => vec![Code::Class(Class::Error(&fault::STANDARD))],
            classes => classes.iter().map(|class| self.handled(class)).collect(),
        };
        // an unsupported handler does not count as a refused branch because errors are rare
        let refused = self.refused_branch;
        let body = self.branch(rescue.body);
        self.refused_branch = refused;
        Handler {
            classes: target.is_some().then_some(classes),
            target: target.flatten(),
            body,
        }
    }

    /// Lowers an error class, or a list of them, in the head of a handler.
    fn handled(&mut self, class: &Node<'a>) -> Code {
        let code = match class.kind {
            Kind::Constant(..) | Kind::Splat(Some(_)) => self.node_of(class),
            _ => None,
        };
        code.unwrap_or(Code::GiveUp)
    }

    fn regexp(&mut self, parts: &[Part<'a>], options: &str) -> Option<Code> {
        let how = Options::named(options)?;
        let codes = self.parts(parts)?;
        let source = match codes.as_slice() {
            [] => "",
            [Code::Text(source)] => source,
            _ => return Some(Code::BuiltRegexp(codes, how)),
        };
        let pattern = regexp::pattern(source, how);
        pattern.check().ok()?;
        Some(Code::Regexp(pattern))
    }
}

/// A literal key of a hash.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Text(Box<str>),
    Integer(i64),
    Symbol(Arc<str>),
}

/// Parses the literal of a whole number in any base.
fn decimal(text: &str) -> Option<i64> {
    let plain = text.replace('_', "");
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &*plain),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'd', ..] => (10, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, &*lower),
    };
    i64::from_str_radix(&format!("{sign}{digits}"), base).ok()
}

fn class(scope: Scope<'_>, name: &str) -> Option<Class> {
    if !matches!(scope, Scope::Lexical | Scope::Top) {
        return None;
    }
    Some(match name {
        "Array" => Class::Array,
        "FalseClass" => Class::False,
        "Float" => Class::Float,
        "Hash" => Class::Hash,
        "Integer" => Class::Integer,
        "NilClass" => Class::Nil,
        "Regexp" => Class::Regexp,
        "Numeric" => Class::Numeric,
        "String" => Class::String,
        "Symbol" => Class::Symbol,
        "TrueClass" => Class::True,
        _ => return None,
    })
}
