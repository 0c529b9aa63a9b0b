//! Reads and assigns variables: by slot, by scope and by name.

use std::sync::LazyLock;

use foldhash::fast::FixedState;
use frontend::Symbol;
use indexmap::IndexMap;
use mir::op::{Op, Pattern};
use mir::{Temp, Use};

use super::Run;
use crate::advice::{Advice, NameKind};
use crate::cx::Cx;
use crate::error::{Error, Form, Kind, Raise, Res, fail_as};
use crate::frame::Frame;
use crate::regexp::Captures;
use crate::scope::{Scope, ScopeId, ScopeKind};
use crate::text;
use crate::types::{self, Type};
use crate::value::{Hash, Value};
use frontend::validate::Strict;

/// Variables that no code may assign.
static RESERVED: LazyLock<[Symbol; 3]> =
    LazyLock::new(|| ["facts", "trusted", "server_facts"].map(Symbol::intern));

fn is_reserved(name: Symbol) -> bool {
    RESERVED.contains(&name)
}

/// Checks that a parameter or a template's variable may have a name.
pub(super) fn check_assignable<'h>(name: Symbol) -> Res<'h, ()> {
    match is_reserved(name) {
        true => fail_as(
            Kind::Parse,
            format!("Attempt to assign to a reserved variable name: '{name}'"),
        ),
        false => Ok(()),
    }
}

/// Returns the text of a scope in logs: `Scope(Class[main])`.
pub fn scope_text(cx: &Cx<'_>, scope: ScopeId) -> String {
    match cx.scopes[scope.0 as usize].kind {
        ScopeKind::Top => "Scope(Class[main])".to_owned(),
        ScopeKind::Node(name) => format!("Scope(Node[{name}])"),
        ScopeKind::Class(name) => format!("Scope(Class[{}])", types::capitalized(name)),
        ScopeKind::Define(type_name, title) => format!("Scope({type_name}[{title}])"),
    }
}

/// Returns the value of a variable by name, as the running code sees it; `None` when it is unknown.
pub fn lookup_variable<'h>(cx: &mut Cx<'h>, name: &str) -> Option<Value<'h>> {
    cx.host.note_variable(name);
    match class_and_last(name) {
        None if is_group(name) => match_variable(cx, name.parse().ok()?),
        None => {
            let symbol = Symbol::lookup(name)?;
            match cx.frame {
                Some(frame) => unqualified(cx, frame, symbol),
                None => in_scope(cx, ScopeId::TOP, symbol),
            }
        }
        Some((class, last)) => class_variable(cx, name, class, Symbol::lookup(last)),
    }
}

/// Splits a qualified name before its last part. Names are too short for the standard library's
/// searcher, which costs more than the rest of a lookup.
fn class_and_last(name: &str) -> Option<(&str, &str)> {
    let at = name.as_bytes().windows(2).rposition(|pair| pair == b"::")?;
    Some((&name[..at], &name[at + 2..]))
}

/// Returns the value of the variable `last` of a class, or of the top scope when the class name is
/// empty. `name` is both together as written.
fn class_variable<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    class: &str,
    last: Option<Symbol>,
) -> Option<Value<'h>> {
    let class = class.strip_prefix("::").unwrap_or(class);
    let found = last.and_then(|symbol| match class {
        "" => qualified(cx, ScopeId::TOP, symbol),
        _ => {
            let scope = cx.host.class_scope(cx, class)?;
            qualified(cx, scope, symbol)
        }
    });
    // a node may define variables of the top scope with such names
    let whole = || Symbol::lookup(name.strip_prefix("::").unwrap_or(name));
    found.or_else(|| own(cx, ScopeId::TOP, whole()?))
}

/// Refuses to let a default read by name a parameter that has no value yet.
///
/// # Errors
/// `default expression for $x tries to illegally access not yet evaluated $y`
pub fn check_evaluated<'h>(cx: &mut Cx<'h>, name: &str) -> Res<'h, ()> {
    if cx.default_of.is_none() {
        return Ok(());
    }
    let (class, last) = name.rsplit_once("::").unwrap_or(("", name));
    let class = class.strip_prefix("::").unwrap_or(class);
    let frame = match (class, name.contains("::")) {
        (_, false) => cx.frame,
        ("", true) => None,
        (class, true) => cx
            .host
            .class_scope(cx, class)
            .and_then(|scope| cx.scopes[scope.0 as usize].frame),
    };
    let waiting = Symbol::lookup(last).and_then(|name| frame?.waiting(name));
    match waiting {
        Some((frame, slot)) => Err(early_access(cx, frame, slot)),
        None => Ok(()),
    }
}

/// Returns the error of a default that reads a parameter without a value. The owner's name is added
/// later.
#[cold]
fn early_access<'h>(cx: &Cx<'h>, frame: &Frame<'h>, slot: usize) -> Box<Raise<'h>> {
    let parameters = &frame.body.mir.parameters;
    let name = frame.body.mir.slots[slot];
    let reader = cx.default_of;
    let is_before = parameters
        .iter()
        .take_while(|parameter| Some(parameter.name) != reader)
        .any(|parameter| parameter.name == name);
    let message = match (is_before, reader) {
        (false, Some(reader)) => format!(
            "default expression for ${reader} tries to illegally access not yet evaluated ${name}"
        ),
        _ => format!("expects a value for parameter ${name}"),
    };
    Error {
        form: Form::Default,
        ..Error::plain(message)
    }
    .into()
}

/// Returns the value of an unqualified variable as code directly in a scope sees it.
pub fn scope_variable<'h>(cx: &Cx<'h>, scope: ScopeId, name: &str) -> Option<Value<'h>> {
    cx.host.note_variable(name);
    if is_group(name) {
        return group(cx, scope_captures(cx, Some(scope))?, name.parse().ok()?);
    }
    in_scope(cx, scope, Symbol::lookup(name)?)
}

/// Returns true if a scope or an enclosing one has a variable, including variables of a running
/// lambda. The number of a group is a variable after any successful match, even if there is no such
/// group.
pub fn scope_has_variable(cx: &Cx<'_>, scope: ScopeId, name: &str) -> bool {
    cx.host.note_variable(name);
    let here = cx.frame.filter(|f| f.scope == scope && !f.is_function);
    if is_group(name) {
        let scope = &cx.scopes[scope.0 as usize];
        let frame = here.or(scope.running).or(scope.frame);
        return frame.and_then(Frame::captures).is_some();
    }
    Symbol::lookup(name).is_some_and(|name| {
        let local = here.and_then(|frame| frame_variable(cx, frame, name));
        local.or_else(|| in_scope(cx, scope, name)).is_some()
    })
}

/// Returns true if the running code sees a variable without a qualified name; see
/// [`scope_has_variable`].
pub fn has_variable(cx: &mut Cx<'_>, name: &str) -> bool {
    match is_group(name) {
        true => cx.frame.and_then(|frame| captures(cx, frame)).is_some(),
        false => lookup_variable(cx, name).is_some(),
    }
}

/// Returns true if a name is that of a group of the last match: `0`, `1`.
pub fn is_group(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())
}

/// Returns the value of an unqualified variable as code of a frame sees it, if it is neither of a
/// function nor of the top scope.
pub fn inner_variable<'h>(cx: &Cx<'h>, frame: &'h Frame<'h>, name: &str) -> Option<Value<'h>> {
    if frame.is_function || frame.scope == ScopeId::TOP {
        return None;
    }
    let name = Symbol::lookup(name)?;
    let mut next = Some(frame.scope);
    let mut found = frame_variable(cx, frame, name);
    while let Some(id) = next.filter(|id| *id != ScopeId::TOP && found.is_none()) {
        let scope = &cx.scopes[id.0 as usize];
        let local = scope
            .running
            .and_then(|frame| frame_variable(cx, frame, name));
        found = local.or_else(|| own(cx, id, name));
        next = scope.enclosing;
    }
    found
}

/// Returns the value of a variable that was read before, if all code sees the same value.
#[inline]
pub fn settled<'h>(cx: &Cx<'h>, name: Symbol) -> Option<Value<'h>> {
    let value = cx.settled.get(name.index(), name);
    value.filter(|_| cx.template_variables.is_empty())
}

/// Returns true if a name that has a value has the same one wherever it is read: names that cannot
/// be assigned, and own variables of a named scope, which are assigned only once. A class may still
/// assign a variable that it inherits.
fn is_global(cx: &mut Cx<'_>, name: Symbol) -> bool {
    match name.qualified() {
        None => is_reserved(name) && cx.template_variables.is_empty(),
        Some((class, last)) => {
            let scope = match class.strip_prefix("::").unwrap_or(class) {
                "" => Some(ScopeId::TOP),
                class => cx.host.class_scope(cx, class),
            };
            scope.is_some_and(|scope| own(cx, scope, last).is_some())
        }
    }
}

/// Returns a variable of exactly one scope, or of one that its class inherits.
fn qualified<'h>(cx: &Cx<'h>, scope: ScopeId, name: Symbol) -> Option<Value<'h>> {
    let mut scope = scope;
    loop {
        let own = own(cx, scope, name);
        if let Some(value) = own.or_else(|| local_variable(cx, scope, name)) {
            return Some(value);
        }
        let enclosing = cx.scopes[scope.0 as usize].enclosing?;
        if !matches!(cx.scopes[enclosing.0 as usize].kind, ScopeKind::Class(_)) {
            return None;
        }
        scope = enclosing;
    }
}

/// Returns a variable of running code in a class: of a lambda or template in it.
fn local_variable<'h>(cx: &Cx<'h>, scope: ScopeId, name: Symbol) -> Option<Value<'h>> {
    if scope == ScopeId::TOP {
        return None;
    }
    let here = cx.frame.filter(|f| f.scope == scope && !f.is_function);
    let frame = here.or(cx.scopes[scope.0 as usize].running)?;
    frame_variable(cx, frame, name)
}

/// Returns a variable of a frame or an enclosing one, or of their templates.
fn frame_variable<'h>(cx: &Cx<'h>, frame: &'h Frame<'h>, name: Symbol) -> Option<Value<'h>> {
    let given = template_variable(cx, frame, name);
    given.or_else(|| frame.variable(name))
}

/// Returns the variables without a `::` that code of a scope sees, or that the scope itself has, in
/// the order of assignment, those of outer scopes first. Variables of the running code are included
/// when it belongs to the scope. `undef` values are left out unless requested.
pub fn visible_variables<'h>(
    cx: &Cx<'h>,
    scope: ScopeId,
    with_outer: bool,
    with_undef: bool,
) -> Vec<(Symbol, Value<'h>)> {
    cx.host.note_all_variables();
    let mut scopes = vec![scope];
    let mut next = cx.scopes[scope.0 as usize].enclosing;
    while let Some(id) = next.filter(|_| with_outer) {
        scopes.push(id);
        next = cx.scopes[id.0 as usize].enclosing;
    }
    let mut seen: IndexMap<Symbol, Value<'h>, FixedState> = IndexMap::default();
    for id in scopes.into_iter().rev() {
        let of_scope = &cx.scopes[id.0 as usize];
        let running = cx.frame.filter(|frame| id == scope && frame.scope == id);
        let frame = running.or(of_scope.running).or(of_scope.frame);
        let mut own = scope_variables(cx, of_scope);
        // variables of lambdas hide those around them
        let frames = std::iter::successors(frame, |frame| frame.parent);
        let frames: Vec<&'h Frame<'h>> = frames.collect();
        for frame in frames.into_iter().rev() {
            own.extend(frame.assigned());
            let given = cx.template_variables.iter();
            let given = given.filter(|(owner, ..)| std::ptr::eq(*owner, frame));
            own.extend(given.map(|(_, name, value)| (*name, *value)));
        }
        for (name, value) in own {
            match value.is_undef() && !(with_undef && id == scope) {
                true => drop(seen.shift_remove(&name)),
                false => drop(seen.insert(name, value)),
            }
        }
    }
    let plain = |(name, _): &(Symbol, Value<'h>)| !name.as_str().contains("::");
    seen.into_iter().filter(plain).collect()
}

/// Returns the variables of a scope itself: variables set by Puppet, parameters, metaparameters,
/// and variables that its code has set.
fn scope_variables<'h>(cx: &Cx<'h>, scope: &Scope<'h>) -> Vec<(Symbol, Value<'h>)> {
    let others = scope.variables.iter().map(|(name, value)| (*name, *value));
    let others: Vec<(Symbol, Value<'h>)> = others.collect();
    let Some(frame) = scope.frame else {
        return others;
    };
    let is_body = matches!(scope.kind, ScopeKind::Class(_) | ScopeKind::Define(..));
    let set_first = ["module_name", "caller_module_name", "title", "name"];
    let set_first = set_first.iter().filter(|_| is_body);
    let named = |name: &str| others.iter().find(|(other, _)| other.as_str() == name);
    let mut all: Vec<(Symbol, Value<'h>)> = Vec::new();
    if is_body && scope.module.is_none() {
        // Puppet sets it, even if it is empty
        all.push((Symbol::intern("module_name"), Value::string(cx.heap, "")));
    }
    all.extend(set_first.filter_map(|name| named(name).copied()));
    let parameters = &frame.body.mir.parameters;
    let is_parameter = |name: Symbol| parameters.iter().any(|one| one.name == name);
    let (given, set): (Vec<_>, Vec<_>) =
        frame.assigned().partition(|(name, _)| is_parameter(*name));
    all.extend(given);
    all.extend(others);
    all.extend(set);
    all
}

/// Returns true if the running code is a lambda or a function, whose variables are not the scope's.
pub fn is_local(cx: &Cx<'_>) -> bool {
    cx.frame
        .is_some_and(|frame| frame.parent.is_some() || frame.is_function)
}

/// Returns the variables of the running lambda or function, and of the enclosing lambdas.
pub fn local_variables<'h>(cx: &Cx<'h>) -> Vec<(Symbol, Value<'h>)> {
    let is_inner = |frame: &&'h Frame<'h>| frame.parent.is_some() || frame.is_function;
    let frames = std::iter::successors(cx.frame, |frame| frame.parent).filter(is_inner);
    let frames: Vec<&'h Frame<'h>> = frames.collect();
    let mut all = Vec::new();
    for frame in frames.into_iter().rev() {
        all.extend(frame.assigned());
        let given = cx.template_variables.iter();
        let given = given.filter(|(owner, ..)| std::ptr::eq(*owner, frame));
        all.extend(given.map(|(_, name, value)| (*name, *value)));
    }
    all
}

/// Returns the facts, for code that reports which of them are read.
pub fn facts<'h>(cx: &Cx<'h>) -> Option<&'h Hash<'h>> {
    own(cx, ScopeId::TOP, RESERVED[0])?.as_hash()
}

/// Returns the value of a variable of a scope itself.
pub fn own_variable<'h>(cx: &Cx<'h>, scope: ScopeId, name: Symbol) -> Option<Value<'h>> {
    cx.host.note_variable(name.as_str());
    own(cx, scope, name)
}

fn own<'h>(cx: &Cx<'h>, scope: ScopeId, name: Symbol) -> Option<Value<'h>> {
    let scope = &cx.scopes[scope.0 as usize];
    let in_frame = scope.frame.and_then(|frame| frame.variable(name));
    in_frame.or_else(|| scope.variables.get(&name).copied())
}

fn in_scope<'h>(cx: &Cx<'h>, scope: ScopeId, name: Symbol) -> Option<Value<'h>> {
    let mut next = Some(scope);
    while let Some(id) = next {
        let running = cx.scopes[id.0 as usize].running;
        let local = running.and_then(|frame| frame_variable(cx, frame, name));
        if let Some(value) = local.or_else(|| own(cx, id, name)) {
            return Some(value);
        }
        next = cx.scopes[id.0 as usize].enclosing;
    }
    None
}

/// Returns the groups of the last successful match that code of a frame sees: that of the frame and
/// enclosing frames, else that of the scopes around a class or define.
pub(super) fn captures<'h>(cx: &Cx<'h>, frame: &'h Frame<'h>) -> Option<&'h Captures<'h>> {
    if let Some(captures) = frame.captures() {
        return Some(captures);
    }
    if frame.is_function {
        return None;
    }
    scope_captures(cx, cx.scopes[frame.scope.0 as usize].enclosing)
}

/// Returns the groups of the last successful match that a scope, or one around it, sees.
fn scope_captures<'h>(cx: &Cx<'h>, scope: Option<ScopeId>) -> Option<&'h Captures<'h>> {
    let mut next = scope;
    while let Some(id) = next {
        let scope = &cx.scopes[id.0 as usize];
        let found = scope.running.or(scope.frame).and_then(Frame::captures);
        if found.is_some() {
            return found;
        }
        next = scope.enclosing;
    }
    None
}

/// Returns the text of a group of the last successful match that the running code sees.
pub fn match_variable<'h>(cx: &Cx<'h>, number: usize) -> Option<Value<'h>> {
    group(cx, captures(cx, cx.frame?)?, number)
}

fn group<'h>(cx: &Cx<'h>, captures: &Captures<'h>, number: usize) -> Option<Value<'h>> {
    let text = captures.group(number)?;
    Some(Value::string(cx.heap, text))
}

fn unqualified<'h>(cx: &Cx<'h>, frame: &'h Frame<'h>, name: Symbol) -> Option<Value<'h>> {
    if !cx.template_variables.is_empty()
        && let Some(value) = template_variable(cx, frame, name)
    {
        return Some(value);
    }
    frame.variable(name).or_else(|| match frame.is_function {
        true if frame.scope == ScopeId::TOP => own(cx, ScopeId::TOP, name),
        // code of its own in the scope of a node, such as a template
        _ => in_scope(cx, frame.scope, name),
    })
}

/// Returns a variable that an argument of an enclosing template defines.
fn template_variable<'h>(cx: &Cx<'h>, frame: &'h Frame<'h>, name: Symbol) -> Option<Value<'h>> {
    let mut next = Some(frame);
    while let Some(frame) = next {
        let own = |(owner, n, _): &&(&'h Frame<'h>, Symbol, Value<'h>)| {
            std::ptr::eq(*owner, frame) && *n == name
        };
        if let Some((_, _, value)) = cx.template_variables.iter().rev().find(own) {
            return Some(*value);
        }
        next = frame.parent;
    }
    None
}

/// Returns a type by its name: built in, a resource type, or an alias.
///
/// Returns `undef` if there is none.
///
/// # Errors
/// Returns a plain error about the file that should define the type.
pub(super) fn named_type<'h>(cx: &mut Cx<'h>, name: Symbol) -> Res<'h> {
    if let Some(&value) = cx.type_names.get(&name) {
        return Ok(value);
    }
    Ok(match types::parse::named(cx, name.as_str())? {
        Some(ty) => Value::Type(ty),
        None => Value::Undef,
    })
}

impl<'h> Run<'h, '_> {
    pub(super) fn load_slot(&mut self, depth: u32, slot: u32, at: u32) -> Res<'h> {
        let mut frame = self.frame;
        for _ in 0..depth {
            frame = frame.parent.expect("lowering counted the frames");
        }
        match frame.get(slot as usize) {
            Some(value) => Ok(value),
            // the types of parameters see only variables around the function
            None if self.cx.default_of.is_some()
                && (slot as usize) < frame.body.mir.parameters.len() =>
            {
                Err(early_access(self.cx, frame, slot as usize))
            }
            None => self.load_variable(frame.body.mir.slots[slot as usize], at),
        }
    }

    pub(super) fn load_variable(&mut self, name: Symbol, at: u32) -> Res<'h> {
        if let Some(value) = settled(self.cx, name) {
            return Ok(value);
        }
        let written = name.as_str();
        check_evaluated(self.cx, written)?;
        let found = match name.qualified() {
            Some((class, last)) => class_variable(self.cx, written, class, Some(last)),
            None => unqualified(self.cx, self.frame, name),
        };
        match found {
            Some(value) => {
                if is_global(self.cx, name) {
                    self.cx.heap.pin();
                    self.cx.settled.put(name.index(), name, value);
                }
                Ok(value)
            }
            None => self.unknown_variable(written, at),
        }
    }

    /// Raises the error about an unknown type name. Names of classes are no types either.
    #[cold]
    pub(super) fn unknown_type(&mut self, name: &str, at: u32) -> Res<'h> {
        let name = match name {
            "TypeReference" | "::TypeReference" => "UnresolvedReference",
            name => name,
        };
        if self.names_class(at) {
            // the keys are checked after all of them were evaluated
            let heap = self.cx.heap;
            return Ok(Value::ty(heap, Type::TypeReference(heap.text(name))));
        }
        let message = format!("Resource type not found: {name}");
        let advice = Advice::unknown(NameKind::Type, name);
        self.fail_with("UNKNOWN_RESOURCE_TYPE", message, at, vec![advice])
    }

    /// Returns true if the expression at an offset is a key of `Class[...]`.
    fn names_class(&self, at: u32) -> bool {
        let insts = || self.body.mir.blocks.iter().flat_map(|block| &block.insts);
        let type_name = |temp: Temp| {
            let mut made = insts().filter(|inst| inst.result == temp);
            made.find_map(|inst| match inst.op {
                Op::TypeName(name) => Some(name),
                _ => None,
            })
        };
        let is_class = |temp: Temp| {
            type_name(temp).is_some_and(|name| matches!(name.as_str(), "Class" | "::Class"))
        };
        insts().any(|inst| match &inst.op {
            Op::Access { left, keys } => {
                let here = |use_: &Use| use_.at == at && type_name(use_.temp).is_some();
                keys.iter().any(|key| here(&key.value)) && is_class(left.temp)
            }
            _ => false,
        })
    }

    fn unknown_variable(&mut self, name: &str, at: u32) -> Res<'h> {
        // variables that Puppet itself leaves unset
        match name {
            "module_name" => return Ok(Value::string(self.cx.heap, "")),
            "caller_module_name" => return Ok(Value::Undef),
            _ => {}
        }
        let message = format!("Unknown variable: '{name}'.");
        let strict = self.cx.settings.strict;
        if self.cx.settings.strict_variables || strict == Strict::Error {
            let known = self.visible_variables(name);
            let advice = vec![
                Advice::unknown_among(NameKind::Variable, name, known),
                Advice::Settings(&["strict_variables=false", "strict=warning"]),
            ];
            return self.fail_with("UNKNOWN_VARIABLE", message, at, advice);
        }
        if strict == Strict::Warning {
            let place = self.place(at);
            self.cx
                .warn(message, Some(place), frontend::issue::Located::Line);
        }
        Ok(Value::Undef)
    }

    /// Returns the names of the variables that an unknown name may have meant: those of the class
    /// that it names, or all that are visible here.
    fn visible_variables(&self, name: &str) -> Vec<String> {
        let mut names = Vec::new();
        if let Some((class, _)) = name.rsplit_once("::") {
            let class = class.trim_start_matches("::");
            for scope in &self.cx.scopes {
                if scope.kind == ScopeKind::Class(class) {
                    let own = scope.set_names();
                    names.extend(own.map(|name| format!("{class}::{name}")));
                }
            }
            return names;
        }
        let mut frame = Some(self.frame);
        while let Some(inner) = frame {
            names.extend(inner.assigned().map(|(name, _)| name.to_string()));
            frame = inner.parent;
        }
        let mut scope = Some(match self.frame.is_function {
            true => ScopeId::TOP,
            false => self.frame.scope,
        });
        while let Some(id) = scope {
            let here = &self.cx.scopes[id.0 as usize];
            names.extend(here.set_names().map(|name| name.to_string()));
            scope = here.enclosing;
        }
        names
    }

    pub(super) fn store(&mut self, slot: u32, value: Value<'h>, at: u32) -> Res<'h> {
        let frame = self.frame;
        let name = frame.body.mir.slots[slot as usize];
        if is_reserved(name) {
            let own_top = frame.scope == ScopeId::TOP
                && frame.parent.is_none()
                && frame.body.mir.kind == mir::Kind::Program;
            if name.as_str() != "server_facts" && !own_top {
                let message = format!(
                    "Error while evaluating a '=' expression, Attempt to assign to a reserved variable name: '{name}'"
                );
                return self.fail("RUNTIME_ERROR", message, at);
            }
            let message = format!("Attempt to assign to a reserved variable name: '${name}'");
            return self.fail("ILLEGAL_RESERVED_ASSIGNMENT", message, at);
        }
        // arguments that a template does not list are its variables, too
        let mut given = self.cx.template_variables.iter();
        let taken = frame.get(slot as usize).is_some()
            || given.any(|(owner, known, _)| std::ptr::eq(*owner, frame) && *known == name);
        let own_scope = frame.parent.is_none() && !frame.is_function;
        let scope = &mut self.cx.scopes[frame.scope.0 as usize];
        // Puppet sets it, even if it is empty
        let is_set = scope.variables.contains_key(&name) || name.as_str() == "module_name";
        if taken || own_scope && is_set {
            return self.reassigned(name, at);
        }
        // the files of a manifest folder share the top scope, so its variables are found by name
        if own_scope && !matches!(scope.kind, ScopeKind::Class(_) | ScopeKind::Define(..)) {
            self.cx.heap.pin();
            scope.variables.insert(name, value);
        }
        frame.assign(self.cx, slot as usize, value);
        Ok(value)
    }

    pub(super) fn reassigned(&mut self, name: Symbol, at: u32) -> Res<'h> {
        let message = match name.as_str() {
            "title" | "name" => {
                format!("Cannot reassign built in (or already assigned) variable '${name}'")
            }
            _ => format!("Cannot reassign variable '${name}'"),
        };
        self.fail("ILLEGAL_REASSIGNMENT", message, at)
    }

    /// Assigns by destructuring; `value` stands at `value_at`.
    pub(super) fn assign_many(
        &mut self,
        pattern: &Pattern,
        value: Value<'h>,
        value_at: u32,
        at: u32,
    ) -> Res<'h, ()> {
        let patterns = match pattern {
            Pattern::Slot(slot, _) => return self.store(*slot, value, at).map(|_| ()),
            Pattern::Array(patterns, _) => patterns,
        };
        if patterns.is_empty() && !is_named(value) {
            self.counted(value, 0, at)?;
        }
        for (index, pattern) in patterns.iter().enumerate() {
            let (Pattern::Slot(_, key_at) | Pattern::Array(_, key_at)) = pattern;
            let found = match is_named(value) {
                true => {
                    let key = self.pattern_key(pattern);
                    self.named_part(value, value_at, key, *key_at, at)?
                }
                false => self.item_part(value, index, patterns.len(), at)?,
            };
            self.assign_many(pattern, found, at, at)?;
        }
        Ok(())
    }

    /// Returns the names of a pattern as the key of its value.
    fn pattern_key(&self, pattern: &Pattern) -> Value<'h> {
        match pattern {
            Pattern::Slot(slot, _) => {
                let name = self.frame.body.mir.slots[*slot as usize];
                Value::string(self.cx.heap, name.as_str())
            }
            Pattern::Array(patterns, _) => {
                let keys: Vec<Value<'h>> = patterns.iter().map(|p| self.pattern_key(p)).collect();
                Value::array(self.cx.heap, &keys)
            }
        }
    }

    /// Returns the part of a value that destructuring gives to one of `count` patterns.
    pub(super) fn part(
        &mut self,
        value: Use,
        (index, count): (u32, u32),
        key: Value<'h>,
        key_at: u32,
        at: u32,
    ) -> Res<'h> {
        let whole = self.get(value.temp);
        match is_named(whole) {
            true => self.named_part(whole, value.at, key, key_at, at),
            false => self.item_part(whole, index as usize, count as usize, at),
        }
    }

    fn item_part(&mut self, value: Value<'h>, index: usize, count: usize, at: u32) -> Res<'h> {
        self.counted(value, count, at)?;
        Ok(match value {
            Value::Array(items) => items.get(index).unwrap_or(Value::Undef),
            other => other,
        })
    }

    fn counted(&mut self, value: Value<'h>, count: usize, at: u32) -> Res<'h, ()> {
        let found = match value {
            Value::Array(items) => items.len(),
            _ => 1,
        };
        if found == count {
            return Ok(());
        }
        let message = format!(
            "Mismatched number of assignable entries and values, expected {count}, got {found}"
        );
        self.fail("ILLEGAL_MULTI_ASSIGNMENT_SIZE", message, at)
    }

    /// Returns the value of a key of a hash, or of a variable of a class.
    fn named_part(
        &mut self,
        value: Value<'h>,
        value_at: u32,
        key: Value<'h>,
        key_at: u32,
        at: u32,
    ) -> Res<'h> {
        let shown = || match key {
            Value::String(name) => name.as_str().to_owned(),
            other => text::ruby_inspect(other),
        };
        match value {
            Value::Hash(hash) => match hash.get(key) {
                Some(value) => Ok(value),
                None => {
                    let shown = shown();
                    let message = format!(
                        "No value for required key '{shown}' in assignment to variables from hash"
                    );
                    self.fail("MISSING_MULTI_ASSIGNMENT_KEY", message, at)
                }
            },
            Value::Type(Type::Class(Some(class))) => {
                let host = self.cx.host;
                let Some(scope) = host.class_scope(self.cx, class) else {
                    let message = format!("Resource not found: Class['{class}']");
                    return self.fail("UNKNOWN_RESOURCE", message, value_at);
                };
                let name = key.as_str().and_then(Symbol::lookup);
                match name.and_then(|name| qualified(self.cx, scope, name)) {
                    Some(value) => Ok(value),
                    None => {
                        let shown = shown();
                        let message = format!(
                            "No value for required variable '${class}::{shown}' in assignment to variables from class reference"
                        );
                        self.fail("MISSING_MULTI_ASSIGNMENT_VARIABLE", message, key_at)
                    }
                }
            }
            Value::Type(Type::Class(None)) => {
                let message = "Error while evaluating a '=' expression, No title provided and \"class\" is not a valid resource reference";
                self.fail("RUNTIME_ERROR", message, at)
            }
            other => Ok(other),
        }
    }
}

/// Returns true if destructuring takes the parts of a value by their names.
fn is_named(value: Value<'_>) -> bool {
    matches!(value, Value::Hash(_) | Value::Type(Type::Class(_)))
}
