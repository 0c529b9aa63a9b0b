//! Answers questions of Ruby code about scopes and variables.

use frontend::Symbol;
use rubycore::case::Downcase;
use runtime::error::{Kind, fail_as};
use runtime::scope::{ScopeId, ScopeKind};
use runtime::{Cx, Res, Value, interp};

use super::answer_context::AnswerContext;
use super::message::ScopeName;

impl<'h> AnswerContext<'_, 'h> {
    /// Returns true if the variable exists, its value, the reason if it does not, the number of the
    /// scope, the name that Puppet shows for it, and the number of the value if it may be changed.
    pub(super) fn variable(
        &self,
        cx: &mut Cx<'h>,
        scope: ScopeName,
        name: &str,
        numbered: bool,
    ) -> Value<'h> {
        let value = find_variable(cx, scope, name);
        let exists = value.is_some() || interp::is_group(name) && has_match(cx, scope, name);
        let (reason, shown) = match exists {
            true => (String::new(), name.to_owned()),
            false => self.why_unknown(cx, name),
        };
        let parts = [
            Value::Boolean(exists),
            value.unwrap_or(Value::Undef),
            self.string(&reason),
            number(scope.id(cx)),
            self.string(&shown),
            match value.filter(|_| numbered) {
                Some(value) => self.watched(cx, scope, name, value),
                None => Value::Undef,
            },
        ];
        Value::array(self.ruby.heap, &parts)
    }

    /// Returns the numbers under which changes of a variable's value are reported. Puppet copies
    /// the parameters of a class or define, and freezes titles.
    fn watched(&self, cx: &Cx<'h>, scope: ScopeName, name: &str, value: Value<'h>) -> Value<'h> {
        let scope = &cx.scopes[scope.id(cx).0 as usize];
        let is_define = matches!(scope.kind, ScopeKind::Define(..));
        if is_define && matches!(name, "title" | "name") {
            return Value::array(self.ruby.heap, &[Value::Integer(-1), Value::Integer(0)]);
        }
        let parameters = scope.frame.map(|frame| &frame.body.mir.parameters);
        let mut parameters = parameters.into_iter().flatten();
        let is_copy = parameters.any(|parameter| parameter.name.as_str() == name);
        let numbers = self.ruby.watched.number(cx, value, is_copy);
        let numbers: Vec<Value<'h>> = numbers.into_iter().map(Value::Integer).collect();
        Value::array(self.ruby.heap, &numbers)
    }

    /// Returns the reason why a variable does not exist, and its name as Puppet shows it.
    fn why_unknown(&self, cx: &mut Cx<'h>, name: &str) -> (String, String) {
        let plain = || (String::new(), name.to_owned());
        let Some((class, last)) = name.rsplit_once("::") else {
            return plain();
        };
        // the name is shown without the mark of the top scope
        let shown = name.strip_prefix("::").unwrap_or(name);
        let class = class.strip_prefix("::").unwrap_or(class);
        if class.is_empty() {
            return plain();
        }
        if let Some(scope) = cx.host.class_scope(cx, class) {
            let class = base_class(cx, scope).unwrap_or(class);
            return (String::new(), format!("::{class}::{last}"));
        }
        let is_known = class == "settings"
            || matches!(self.compiler.knows_class(cx, &class.downcase()), Ok(true));
        let reason = match is_known {
            true => format!("class {class} has not been evaluated"),
            false => format!("class {class} could not be found"),
        };
        (reason, shown.to_owned())
    }

    /// Returns variables by name: the requested ones, else all visible ones (with those of outer
    /// scopes, with those that are undef). If they are `numbered`, for code that may change them,
    /// the numbers of the values and of the scope follow.
    pub(super) fn variables(
        &self,
        cx: &mut Cx<'h>,
        scope: ScopeName,
        names: &[Value<'h>],
        (outer, undef): (bool, bool),
        numbered: bool,
    ) -> Value<'h> {
        let mut pairs = Vec::new();
        if names.is_empty() {
            let all = interp::visible_variables(cx, scope.id(cx), outer, undef);
            let all = all.into_iter();
            pairs.extend(all.map(|(name, value)| (self.string(name.as_str()), value)));
        }
        for name in names.iter().filter_map(|name| name.as_str()) {
            let value = find_variable(cx, scope, name);
            if let Some(value) = value.filter(|value| !value.is_undef()) {
                pairs.push((self.string(name), value));
            }
        }
        let heap = self.ruby.heap;
        let mut parts = vec![Value::hash(heap, &pairs)];
        if numbered {
            let names = pairs.iter();
            let names = names.map(|(name, value)| (name.as_str().unwrap_or_default(), *value));
            let numbers = names.map(|(name, value)| self.watched(cx, scope, name, value));
            let numbers: Vec<Value<'h>> = numbers.collect();
            parts.push(Value::array(heap, &numbers));
            parts.push(number(scope.id(cx)));
        }
        Value::array(heap, &parts)
    }

    /// Returns true if the current lambda or function, or else the scope itself unless `inner`, has
    /// a variable, and its value.
    pub(super) fn local_variable(
        &self,
        cx: &mut Cx<'h>,
        scope: ScopeName,
        name: &str,
        inner: bool,
    ) -> Value<'h> {
        let name = Symbol::intern(name);
        let local = match scope == ScopeName::Calling && interp::is_local(cx) {
            true => interp::local_variables(cx),
            false => Vec::new(),
        };
        let mut local = local.into_iter().rev();
        let local = local.find(|(other, _)| *other == name);
        let own = || interp::own_variable(cx, scope.id(cx), name);
        let found = local.map(|(_, value)| value);
        let found = found.or_else(|| if inner { None } else { own() });
        let parts = [
            Value::Boolean(found.is_some()),
            found.unwrap_or(Value::Undef),
        ];
        Value::array(self.ruby.heap, &parts)
    }

    /// Describes a scope: its number, kind and name, the numbers of the enclosing top or node scope
    /// and of the scope that its class inherits, whether a lambda or function runs in it, its
    /// module, and the number of the scope that declared it.
    pub(super) fn describe_scope(&self, cx: &Cx<'h>, name: ScopeName) -> Value<'h> {
        let id = name.id(cx);
        let scope = &cx.scopes[id.0 as usize];
        let (kind, scope_name) = match scope.kind {
            ScopeKind::Top => ("top", "main"),
            ScopeKind::Node(name) => ("node", name),
            ScopeKind::Class(name) => ("hostclass", name),
            ScopeKind::Define(name, _) => ("definition", name),
        };
        let is_class = |id: &ScopeId| matches!(cx.scopes[id.0 as usize].kind, ScopeKind::Class(_));
        let inherited = scope.enclosing.filter(is_class);
        let mut enclosing = scope.enclosing;
        while let Some(inner) = enclosing.filter(is_class) {
            enclosing = cx.scopes[inner.0 as usize].enclosing;
        }
        let is_local = name == ScopeName::Calling && interp::is_local(cx);
        let parts = [
            number(id),
            self.string(kind),
            self.string(scope_name),
            enclosing.map_or(Value::Undef, number),
            inherited.map_or(Value::Undef, number),
            Value::Boolean(is_local),
            scope.module.map_or(Value::Undef, |name| self.string(name)),
            scope.parent.map_or(Value::Undef, number),
        ];
        Value::array(self.ruby.heap, &parts)
    }
}

/// Sets a variable and returns the number of its scope.
///
/// # Errors
/// `Cannot reassign variable '$NAME'`
pub(super) fn set_variable<'h>(
    cx: &mut Cx<'h>,
    scope: ScopeName,
    name: &str,
    value: Value<'h>,
) -> Res<'h> {
    let id = scope.id(cx);
    let symbol = Symbol::intern(name);
    let is_calling = scope == ScopeName::Calling;
    let local = cx.frame.filter(|_| is_calling && interp::is_local(cx));
    let is_taken = match local {
        Some(_) => interp::local_variables(cx)
            .iter()
            .any(|(other, _)| *other == symbol),
        None => interp::own_variable(cx, id, symbol).is_some(),
    };
    if is_taken {
        return fail_as(Kind::Parse, format!("Cannot reassign variable '${name}'"));
    }
    match local {
        Some(frame) => cx.template_variables.push((frame, symbol, value)),
        None => {
            let scope = &mut cx.scopes[id.0 as usize];
            scope.variables.insert(symbol, value);
        }
    }
    Ok(number(id))
}

/// Returns true if there was a match whose groups a scope sees.
fn has_match(cx: &mut Cx<'_>, scope: ScopeName, name: &str) -> bool {
    match scope {
        ScopeName::Calling => interp::has_variable(cx, name),
        ScopeName::Numbered(id) => interp::scope_has_variable(cx, id, name),
    }
}

fn find_variable<'h>(cx: &mut Cx<'h>, scope: ScopeName, name: &str) -> Option<Value<'h>> {
    match scope {
        ScopeName::Numbered(id) if !name.contains("::") => interp::scope_variable(cx, id, name),
        _ => cx.variable(name),
    }
}

/// Returns the base class at the end of the inheritance chain that starts with `scope`: the search
/// for a variable ends there.
fn base_class<'h>(cx: &Cx<'h>, mut scope: ScopeId) -> Option<&'h str> {
    let mut class = None;
    while let ScopeKind::Class(name) = cx.scopes[scope.0 as usize].kind {
        class = Some(name);
        match cx.scopes[scope.0 as usize].enclosing {
            Some(enclosing) => scope = enclosing,
            None => break,
        }
    }
    class
}

/// Returns the number under which Ruby code knows a scope.
pub(super) fn number<'h>(scope: ScopeId) -> Value<'h> {
    Value::Integer(i64::from(scope.0))
}
