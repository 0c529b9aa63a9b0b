//! Answers questions of Ruby code about scopes and variables.

use frontend::Symbol;
use runtime::error::{Kind, fail_as};
use runtime::scope::{ScopeId, ScopeKind};
use runtime::{Cx, Res, Value, interp};

use super::answer::Asked;

/// The number that stands for the scope of the calling code.
pub(super) const CALLING: i64 = -1;

impl<'h> Asked<'_, 'h> {
    /// Answers a question about a scope, which is its first argument; returns `None` if the
    /// question is about something else.
    pub(super) fn about_scopes(&self, cx: &mut Cx<'h>, question: &str) -> Option<Res<'h>> {
        Some(match question {
            "variable" => Ok(self.variable(cx)),
            "variables" => Ok(self.variables(cx)),
            "local_variable" => Ok(self.local_variable(cx)),
            "set_variable" => self.set_variable(cx),
            "scope" => Ok(self.facts_of_scope(cx)),
            "scope_text" => Ok(self.string(&interp::scope_text(cx, self.scope(cx)))),
            "scope_resource" => Ok(self.compiler.resource_of_scope(self.scope(cx), cx)),
            "class_scope" => {
                let scope = cx.host.class_scope(cx, self.text(0));
                Ok(scope.map_or(Value::Undef, number))
            }
            _ => return None,
        })
    }

    /// Returns whether the variable exists, its value, the reason if it does not, the number of the
    /// scope, the name that Puppet shows for it, and the number of the value if it may be changed.
    fn variable(&self, cx: &mut Cx<'h>) -> Value<'h> {
        let name = self.text(1);
        let value = self.find_variable(cx, name);
        let exists = value.is_some() || interp::is_group(name) && self.has_match(cx, name);
        let (reason, shown) = match exists {
            true => (String::new(), name.to_owned()),
            false => self.why_unknown(cx, name),
        };
        let parts = [
            Value::Boolean(exists),
            value.unwrap_or(Value::Undef),
            self.string(&reason),
            number(self.scope(cx)),
            self.string(&shown),
            match value.filter(|_| self.argument(2).is_truthy()) {
                Some(value) => self.watched(cx, name, value),
                None => Value::Undef,
            },
        ];
        Value::array(self.ruby.heap, &parts)
    }

    /// Returns the numbers under which changes of a variable's value are reported. Puppet copies
    /// the parameters of a class or define, and freezes titles.
    fn watched(&self, cx: &Cx<'h>, name: &str, value: Value<'h>) -> Value<'h> {
        let scope = &cx.scopes[self.scope(cx).0 as usize];
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

    /// Returns whether there was a match whose groups the scope sees.
    fn has_match(&self, cx: &mut Cx<'h>, name: &str) -> bool {
        match self.argument(0).as_integer() == Some(CALLING) {
            true => interp::has_variable(cx, name),
            false => interp::scope_has_variable(cx, self.scope(cx), name),
        }
    }

    fn find_variable(&self, cx: &mut Cx<'h>, name: &str) -> Option<Value<'h>> {
        let calling = self.argument(0).as_integer() == Some(CALLING);
        match calling || name.contains("::") {
            true => cx.variable(name),
            false => interp::scope_variable(cx, self.scope(cx), name),
        }
    }

    /// Returns the reason why a variable does not exist, and its name as Puppet shows it.
    fn why_unknown(&self, cx: &mut Cx<'h>, name: &str) -> (String, String) {
        let plain = || (String::new(), name.to_owned());
        let Some((class, last)) = name.rsplit_once("::") else {
            return plain();
        };
        let class = class.strip_prefix("::").unwrap_or(class);
        if class.is_empty() {
            return plain();
        }
        if let Some(scope) = cx.host.class_scope(cx, class) {
            let class = base_class(cx, scope).unwrap_or(class);
            return (String::new(), format!("::{class}::{last}"));
        }
        let is_known =
            class == "settings" || matches!(self.compiler.knows_class(cx, class), Ok(true));
        let reason = match is_known {
            true => format!("class {class} has not been evaluated"),
            false => format!("class {class} could not be found"),
        };
        (reason, name.to_owned())
    }

    /// Returns variables by name: the requested ones, else all visible ones or only those of the
    /// scope itself. For code that may change them, the numbers of the values and of the scope
    /// follow.
    fn variables(&self, cx: &mut Cx<'h>) -> Value<'h> {
        let wanted = self.list(1);
        let mut pairs = Vec::new();
        if wanted.is_empty() {
            let with_outer = self.argument(2).is_truthy();
            let with_undef = self.argument(3).is_truthy();
            let all = interp::visible_variables(cx, self.scope(cx), with_outer, with_undef);
            let all = all.into_iter();
            pairs.extend(all.map(|(name, value)| (self.string(name.as_str()), value)));
        }
        for name in wanted.iter().filter_map(|name| name.as_str()) {
            let value = self.find_variable(cx, name);
            if let Some(value) = value.filter(|value| !value.is_undef()) {
                pairs.push((self.string(name), value));
            }
        }
        let heap = self.ruby.heap;
        let mut parts = vec![Value::hash(heap, &pairs)];
        if self.argument(4).is_truthy() {
            let names = pairs.iter();
            let names = names.map(|(name, value)| (name.as_str().unwrap_or_default(), *value));
            let numbers = names.map(|(name, value)| self.watched(cx, name, value));
            let numbers: Vec<Value<'h>> = numbers.collect();
            parts.push(Value::array(heap, &numbers));
            parts.push(number(self.scope(cx)));
        }
        Value::array(heap, &parts)
    }

    /// Returns whether the current lambda or function, or else the scope itself, has a variable,
    /// and its value.
    fn local_variable(&self, cx: &mut Cx<'h>) -> Value<'h> {
        let name = Symbol::intern(self.text(1));
        let calling = self.argument(0).as_integer() == Some(CALLING);
        let local = match calling && interp::is_local(cx) {
            true => interp::local_variables(cx),
            false => Vec::new(),
        };
        let mut local = local.into_iter().rev();
        let local = local.find(|(other, _)| *other == name);
        let own = || interp::own_variable(cx, self.scope(cx), name);
        // restricts the search to the lambda or function
        let inner = self.argument(2).is_truthy();
        let found = local.map(|(_, value)| value);
        let found = found.or_else(|| if inner { None } else { own() });
        let parts = [
            Value::Boolean(found.is_some()),
            found.unwrap_or(Value::Undef),
        ];
        Value::array(self.ruby.heap, &parts)
    }

    /// Sets a variable and returns the number of its scope.
    fn set_variable(&self, cx: &mut Cx<'h>) -> Res<'h> {
        let (id, name) = (self.scope(cx), self.text(1));
        let symbol = Symbol::intern(name);
        let calling = self.argument(0).as_integer() == Some(CALLING);
        let local = cx.frame.filter(|_| calling && interp::is_local(cx));
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
            Some(frame) => cx
                .template_variables
                .push((frame, symbol, self.argument(2))),
            None => {
                let scope = &mut cx.scopes[id.0 as usize];
                scope.variables.insert(symbol, self.argument(2));
            }
        }
        Ok(number(id))
    }

    /// Describes a scope: its number, kind and name, the numbers of the enclosing top or node scope
    /// and of the scope that its class inherits, whether a lambda or function runs in it, its
    /// module, and the number of the scope that declared it.
    fn facts_of_scope(&self, cx: &mut Cx<'h>) -> Value<'h> {
        let id = self.scope(cx);
        let scope = &cx.scopes[id.0 as usize];
        let (kind, name) = match scope.kind {
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
        let calling = self.argument(0).as_integer() == Some(CALLING);
        let parts = [
            number(id),
            self.string(kind),
            self.string(name),
            enclosing.map_or(Value::Undef, number),
            inherited.map_or(Value::Undef, number),
            Value::Boolean(calling && interp::is_local(cx)),
            scope.module.map_or(Value::Undef, |name| self.string(name)),
            scope.parent.map_or(Value::Undef, number),
        ];
        Value::array(self.ruby.heap, &parts)
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

fn number<'h>(scope: ScopeId) -> Value<'h> {
    Value::Integer(i64::from(scope.0))
}
