//! Lowers files that define a function.

use std::sync::Arc;

use bumpalo::Bump;
use ruby::syntax::parse;
use ruby::syntax::tree::{self, Kind, Node, Part};
use runtime::function::Occurs;
use runtime::types::Size;

use super::call::constant;
use super::tail::Jump;
use super::variables::Variables;
use super::{Lowering, Surroundings, freezes_literals, line};
use crate::ruby::declared::{Declared, Dispatch};
use crate::ruby::native::code::{Attempts, Code, Define, Parameter, Program};
use crate::ruby::native::library::is_library;

/// A function of the 4.x API.
pub struct Current {
    /// Its name as the file writes it.
    pub name: Arc<str>,
    /// The dispatches and types that the file declares.
    pub declared: Declared,
    /// The way to run each dispatch.
    pub ways: Vec<Way>,
    pub program: Program,
}

/// The way to run a dispatch.
pub struct Way {
    /// The number of the method in the file.
    pub method: usize,
    /// The positions of the scope among the arguments.
    pub scopes: Vec<usize>,
}

/// A function of the 3.x API.
pub struct Legacy {
    pub name: String,
    /// True if the function returns a value.
    pub gives: bool,
    /// The number of arguments; `-n` means at least `n - 1`.
    pub arity: i64,
    /// The code; its only method takes the list of arguments as its argument.
    pub program: Program,
}

/// Returns true if a statement outside of the function requires a known library.
fn is_require(node: &Node<'_>) -> bool {
    let Kind::Call(call) = node.kind else {
        return false;
    };
    match (call.receiver, call.name, call.arguments) {
        (
            None,
            "require",
            [
                Node {
                    kind: Kind::Text([Part::Bytes(name)]),
                    ..
                },
            ],
        ) => std::str::from_utf8(name).is_ok_and(is_library),
        _ => false,
    }
}

/// Returns the statements of a body.
pub(super) fn statements<'t, 'a>(node: &'t Node<'a>) -> &'t [Node<'a>] {
    match &node.kind {
        Kind::Sequence(items) => items,
        _ => std::slice::from_ref(node),
    }
}

/// Returns the last statement of a file if all others only require libraries.
fn only<'t, 'a>(node: &'t Node<'a>) -> Option<&'t Node<'a>> {
    let (last, others) = statements(node).split_last()?;
    others.iter().all(is_require).then_some(last)
}

/// Returns the content of a literal text or symbol.
fn literal(node: &Node<'_>) -> Option<String> {
    match node.kind {
        Kind::Text([]) => Some(String::new()),
        Kind::Text([Part::Bytes(bytes)]) | Kind::Symbol([Part::Bytes(bytes)]) => {
            Some(std::str::from_utf8(bytes).ok()?.to_owned())
        }
        _ => None,
    }
}

fn symbol(node: &Node<'_>) -> Option<String> {
    matches!(node.kind, Kind::Symbol(_)).then(|| literal(node))?
}

/// Lowers the function of the 4.x API that a file defines. Returns `None` if the file is invalid or
/// contains code that the tables do not cover; `refused` is set to the line of that code.
pub fn current(code: &str, refused: &mut Option<usize>) -> Option<Current> {
    if code.contains('\r') || !code.contains("Puppet::Functions.create_function") {
        return None;
    }
    let arena = Bump::new();
    let tree = parse(&arena, code).ok()?;
    let (last, others) = statements(tree).split_last()?;
    let Kind::Call(create) = last.kind else {
        return None;
    };
    let (name, is_internal) = created(create)?;
    let body = statements(create.block?.body);
    let mut lowering = Lowering::new(Surroundings::Current);
    lowering.freezes_literals = freezes_literals(code)?;
    let defined = body.iter().filter_map(|node| match node.kind {
        Kind::Define(define) => Some(define),
        _ => None,
    });
    let defines: Vec<&tree::Define<'_>> = defined.collect();
    let others = others.iter().filter(|node| !is_require(node));
    let others: Vec<&Node<'_>> = others.collect();
    lowering.declare_classes(&others, defines.len())?;
    let names = defines.iter().map(|define| define.name);
    lowering.methods = names.zip(0..).collect();
    let mut declared = Declared::default();
    let mut given = Vec::new();
    for node in body {
        match node.kind {
            Kind::Define(_) => {}
            Kind::Call(call) => {
                declare(&mut declared, &mut given, call, is_internal)?;
            }
            _ => return None,
        }
    }
    if declared.dispatches.is_empty() {
        let name = name.rsplit("::").next()?;
        let define = defines.iter().find(|define| define.name == name)?;
        declared.dispatches.push(usual(define)?);
        given.push(Vec::new());
    }
    let mut ways = Vec::new();
    for (dispatch, scopes) in declared.dispatches.iter().zip(given) {
        let method = lowering
            .methods
            .iter()
            .rposition(|(name, _)| *name == dispatch.method)?;
        ways.push(Way { method, scopes });
    }
    let methods = lowering.methods_of_function(&defines, &ways, &others);
    let at = lowering.refused.or(lowering.refused_branch);
    *refused = at.map(|at| line(code, at));
    let methods = methods?;
    Some(Current {
        name: name.into(),
        declared,
        ways,
        program: Program {
            body: Code::Nil,
            slots: 0,
            sets_variables: false,
            methods,
            classes: lowering.defined_classes(),
            changes: lowering.changes,
            reads_match: lowering.reads_match,
            attempts: Attempts::default(),
        },
    })
}

/// Returns the name of the function that a call of `create_function` creates, and whether it is an
/// internal function.
fn created(create: &tree::Call<'_>) -> Option<(String, bool)> {
    let is_create = create.name == "create_function"
        && constant(create.receiver?).as_deref() == Some("Puppet::Functions");
    if !is_create {
        return None;
    }
    match create.arguments {
        [name] => Some((literal(name)?, false)),
        [name, base] => {
            let base = constant(base)?;
            let is_internal = base == "Puppet::Functions::InternalFunction";
            is_internal.then_some((literal(name)?, true))
        }
        _ => None,
    }
}

/// Reads a declaration: a dispatch, the local types, or one that has no effect here.
fn declare(
    declared: &mut Declared,
    given: &mut Vec<Vec<usize>>,
    call: &tree::Call<'_>,
    is_internal: bool,
) -> Option<()> {
    if call.receiver.is_some() {
        return None;
    }
    match (call.name, call.arguments, call.block) {
        ("private" | "public", [], None) => {}
        ("dispatch" | "argument_mismatch", [method], Some(block)) => {
            let mut dispatch = Dispatch::new(
                symbol(method)?,
                call.name == "argument_mismatch",
                !declared.local_types.is_empty(),
            );
            let mut scopes = Vec::new();
            for node in statements(block.body) {
                let Kind::Call(call) = node.kind else {
                    return None;
                };
                take(&mut dispatch, &mut scopes, call, is_internal)?;
            }
            declared.dispatches.push(dispatch);
            given.push(scopes);
        }
        ("local_types", [], Some(block)) => {
            for node in statements(block.body) {
                let Kind::Call(call) = node.kind else {
                    return None;
                };
                let ("type", None, [ty]) = (call.name, call.receiver, call.arguments) else {
                    return None;
                };
                let ty = matches!(ty.kind, Kind::Text(_)).then(|| literal(ty))??;
                // the place is not needed: the process reports an invalid type
                declared.local_types.push((ty, String::new()));
            }
        }
        _ => return None,
    }
    Some(())
}

/// Reads a declaration inside a dispatch.
fn take(
    dispatch: &mut Dispatch,
    scopes: &mut Vec<usize>,
    call: &tree::Call<'_>,
    is_internal: bool,
) -> Option<()> {
    if call.receiver.is_some() || call.block.is_some() {
        return None;
    }
    let text = |node: &Node<'_>| matches!(node.kind, Kind::Text(_)).then(|| literal(node))?;
    let many = |from| Occurs::Repeated(Size { from, to: None });
    let occurs = match (call.name, call.arguments) {
        ("return_type", [ty]) => {
            dispatch.returns = Some(text(ty)?);
            return Some(());
        }
        ("scope_param", []) if is_internal => {
            scopes.push(dispatch.parameters.len());
            return Some(());
        }
        ("block_param" | "required_block_param" | "optional_block_param", arguments) => {
            let required = call.name != "optional_block_param";
            let usual = || "Callable".to_owned();
            let (ty, name) = match arguments {
                [] => (usual(), "block".to_owned()),
                [name] if matches!(name.kind, Kind::Symbol(_)) => (usual(), symbol(name)?),
                [ty] => (text(ty)?, "block".to_owned()),
                [ty, name] => (text(ty)?, symbol(name)?),
                _ => return None,
            };
            let is_first = dispatch.block.is_none();
            dispatch.block = Some((required, ty, name));
            return is_first.then_some(());
        }
        ("param" | "required_param", _) => Occurs::Required,
        ("optional_param", _) => Occurs::Optional,
        ("repeated_param" | "optional_repeated_param", _) => many(0),
        ("required_repeated_param", _) => many(1),
        _ => return None,
    };
    let [ty, name] = call.arguments else {
        return None;
    };
    let is_in_order = match dispatch.parameters.last() {
        Some((Occurs::Repeated(_), ..)) => false,
        Some((Occurs::Optional, ..)) => {
            matches!(occurs, Occurs::Optional)
                || matches!(occurs, Occurs::Repeated(size) if size.from == 0)
        }
        _ => true,
    };
    dispatch.parameters.push((occurs, text(ty)?, symbol(name)?));
    (is_in_order && dispatch.block.is_none()).then_some(())
}

/// Builds the dispatch of a function that declares none: its method takes any values.
fn usual(define: &tree::Define<'_>) -> Option<Dispatch> {
    let takes = &define.parameters;
    let mut dispatch = Dispatch::new(define.name.to_owned(), false, true);
    let any = || "Any".to_owned();
    for one in takes.required {
        let Kind::Local(name) = one.kind else {
            return None;
        };
        dispatch
            .parameters
            .push((Occurs::Required, any(), name.to_owned()));
    }
    for (name, _) in takes.optional {
        dispatch
            .parameters
            .push((Occurs::Optional, any(), (*name).to_owned()));
    }
    if let Some(rest) = takes.rest {
        let occurs = Occurs::Repeated(Size { from: 0, to: None });
        dispatch.parameters.push((occurs, any(), rest.to_owned()));
    }
    Some(dispatch)
}

impl<'a> Lowering<'a> {
    /// Lowers the methods beside a function, and then those of its classes.
    fn methods_of_function(
        &mut self,
        defines: &[&tree::Define<'a>],
        ways: &[Way],
        classes: &[&Node<'a>],
    ) -> Option<Vec<Define>> {
        let mut methods = Vec::new();
        for (at, define) in defines.iter().enumerate() {
            // in Ruby, a later method replaces one of the same name
            let is_replaced = defines[at + 1..]
                .iter()
                .any(|other| other.name == define.name);
            let scope = ways
                .iter()
                .find(|way| way.method == at && !way.scopes.is_empty());
            methods.push(self.method(define, scope.map(|way| way.scopes[0]))?);
            if is_replaced {
                return None;
            }
        }
        methods.extend(self.methods_of_classes(classes)?);
        Some(methods)
    }

    /// Lowers a method; `scope` is the position of the parameter that holds the scope.
    pub(super) fn method(
        &mut self,
        define: &tree::Define<'a>,
        scope: Option<usize>,
    ) -> Option<Define> {
        if define.singleton.is_some() {
            return None;
        }
        let takes = &define.parameters;
        self.scope = match scope {
            Some(at) => match takes.required.get(at)?.kind {
                Kind::Local(name) => Some(name),
                _ => return None,
            },
            None => None,
        };
        let is_plain = takes.post.is_empty()
            && takes.keywords.is_empty()
            && takes.keyword_rest.is_none()
            && takes.block.is_none();
        if !is_plain {
            return None;
        }
        self.variables = Variables::new();
        let required: Option<Vec<Parameter>> = takes
            .required
            .iter()
            .map(|one| self.parameter(one))
            .collect();
        let mut optional = Vec::new();
        for (name, default) in takes.optional {
            let default = self.operand(default)?;
            optional.push((self.variables.parameter(name), default));
        }
        let rest = match takes.rest {
            Some("") => return None,
            Some(name) => Some(self.variables.parameter(name)),
            None => None,
        };
        self.is_method = true;
        let body = self.node(define.body);
        self.is_method = false;
        let body = Jump::Return.into_value(body?);
        if !self.variables.are_kept_rightly() {
            return None;
        }
        Some(Define {
            required: required?,
            optional,
            rest,
            slots: self.variables.slots(),
            body,
        })
    }
}

/// Reads the options of a function of the 3.x API: whether it returns a value, and its arity.
fn legacy_options(options: &[Node<'_>]) -> Option<(bool, i64)> {
    let (mut gives, mut arity) = (false, -1);
    for pair in options.iter().flat_map(|node| match node.kind {
        Kind::Pairs(pairs) | Kind::Hash(pairs) => pairs,
        _ => &[],
    }) {
        match (symbol(pair.key.as_ref()?)?.as_str(), pair.value.kind) {
            ("type", _) => {
                gives = match symbol(&pair.value)?.as_str() {
                    "rvalue" => true,
                    "statement" => false,
                    _ => return None,
                };
            }
            ("arity", Kind::Integer(count)) => arity = super::decimal(count)?,
            ("doc", Kind::Text(_)) => {}
            // `<<-EOS.strip`, `'a' + 'b'`
            ("doc", Kind::Call(_)) => {}
            _ => return None,
        }
    }
    Some((gives, arity))
}

/// Returns the parameter of a block that takes just one, which has a plain name.
fn single_parameter<'a>(takes: &tree::Parameters<'a>) -> Option<&'a Node<'a>> {
    let is_plain = takes.optional.is_empty()
        && takes.rest.is_none()
        && takes.post.is_empty()
        && takes.keywords.is_empty()
        && takes.keyword_rest.is_none()
        && takes.block.is_none()
        && !takes.has_locals
        && takes.numbered == 0;
    match takes.required {
        [parameter] if is_plain && matches!(parameter.kind, Kind::Local(_)) => Some(parameter),
        _ => None,
    }
}

/// Lowers the function of the 3.x API that a file defines.
pub fn legacy(code: &str, refused: &mut Option<usize>) -> Option<Legacy> {
    if code.contains('\r') {
        return None;
    }
    let arena = Bump::new();
    let tree = parse(&arena, code).ok()?;
    let mut node = only(tree)?;
    let mut modules = Vec::new();
    while let Kind::Module(name, body) = &node.kind {
        modules.push(constant(name)?);
        node = only(body)?;
    }
    let Kind::Call(call) = node.kind else {
        return None;
    };
    let registry = "Puppet::Parser::Functions";
    let is_new = call.name == "newfunction"
        && match call.receiver {
            Some(receiver) => constant(receiver)? == registry && modules.is_empty(),
            None => modules.join("::") == registry,
        };
    let [name, options @ ..] = call.arguments else {
        return None;
    };
    let (name, block) = (literal(name)?, call.block?);
    let (gives, arity) = legacy_options(options)?;
    let parameter = single_parameter(&block.parameters)?;
    if !is_new || options.len() > 1 {
        return None;
    }
    let mut lowering = Lowering::new(Surroundings::Legacy);
    lowering.freezes_literals = freezes_literals(code)?;
    let parameter = lowering.parameter(parameter)?;
    let body = lowering.node(block.body);
    let at = lowering.refused.or(lowering.refused_branch);
    *refused = at.map(|at| line(code, at));
    let body = Jump::Return.into_value(body?);
    if !lowering.variables.are_kept_rightly() {
        return None;
    }
    Some(Legacy {
        name: name.to_owned(),
        gives,
        arity,
        program: Program {
            body: Code::Nil,
            slots: 0,
            sets_variables: false,
            methods: vec![Define {
                required: vec![parameter],
                optional: Vec::new(),
                rest: None,
                slots: lowering.variables.slots(),
                body,
            }],
            classes: Vec::new(),
            changes: lowering.changes,
            reads_match: lowering.reads_match,
            attempts: Attempts::default(),
        },
    })
}
