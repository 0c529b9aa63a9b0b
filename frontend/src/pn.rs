//! Syntax trees in PN, the notation of `puppet parser dump`: `(call {:functor (qn "f") :args []})`
//! as text, or as JSON with `{"^": [..]}` for calls and `{"#": [..]}` for maps.

use std::fmt::Write;

use crate::ast::{
    AssignmentOp, AttributeKind, AttributeOperation, Definition, DefinitionKind, Expr, ExprKind,
    Lambda, Parameter, Program, Radix, RelationshipOp, ResourceForm, StringPart, UnaryOp,
};

/// The tree as PN text, on one line.
pub fn text(program: &Program) -> String {
    let mut writer = Writer::new(false);
    writer.expr(program.body);
    writer.out
}

/// The tree as the JSON form of PN, without blanks.
pub fn json(program: &Program) -> String {
    let mut writer = Writer::new(true);
    writer.expr(program.body);
    writer.out
}

/// Writes one of the two forms; what comes next to something else is separated by itself.
struct Writer {
    out: String,
    json: bool,
    /// The next thing is the first of its list.
    first: bool,
}

impl Writer {
    fn new(json: bool) -> Writer {
        Writer {
            out: String::new(),
            json,
            first: true,
        }
    }

    fn separate(&mut self) {
        if !self.first {
            self.out.push(if self.json { ',' } else { ' ' });
        }
        self.first = false;
    }

    fn raw(&mut self, text: &str) {
        self.separate();
        self.out.push_str(text);
    }

    fn call(&mut self, name: &str, arguments: impl FnOnce(&mut Writer)) {
        self.separate();
        match self.json {
            true => {
                self.out.push_str("{\"^\":[");
                self.string_token(name);
            }
            false => {
                self.out.push('(');
                self.out.push_str(name);
            }
        }
        arguments(self);
        self.out.push_str(if self.json { "]}" } else { ")" });
        self.first = false;
    }

    fn map(&mut self, entries: impl FnOnce(&mut Writer)) {
        self.separate();
        self.out.push_str(if self.json { "{\"#\":[" } else { "{" });
        self.first = true;
        entries(self);
        self.out.push_str(if self.json { "]}" } else { "}" });
        self.first = false;
    }

    fn list(&mut self, items: impl FnOnce(&mut Writer)) {
        self.separate();
        self.out.push('[');
        self.first = true;
        items(self);
        self.out.push(']');
        self.first = false;
    }

    fn key(&mut self, name: &str) {
        self.separate();
        match self.json {
            true => self.string_token(name),
            false => {
                self.out.push(':');
                self.out.push_str(name);
            }
        }
    }

    fn string(&mut self, text: &str) {
        self.separate();
        self.string_token(text);
    }

    fn string_token(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\t' => self.out.push_str("\\t"),
                '\r' => self.out.push_str("\\r"),
                c if c < ' ' => {
                    let code = u32::from(c);
                    let _ = match self.json {
                        true => write!(self.out, "\\u{code:04x}"),
                        false => write!(self.out, "\\o{code:03o}"),
                    };
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    fn named(&mut self, call: &str, name: &str) {
        self.call(call, |w| w.string(name));
    }

    fn float(&mut self, value: f64) {
        self.raw(&float_text(value));
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr.kind {
            ExprKind::Nop => self.call("nop", |_| {}),
            ExprKind::Undef => self.raw(if self.json { "null" } else { "nil" }),
            ExprKind::Default => self.call("default", |_| {}),
            ExprKind::Boolean(value) => self.raw(if value { "true" } else { "false" }),
            ExprKind::Integer { value, radix } => self.integer(value, radix),
            ExprKind::Float(value) => self.float(value),
            ExprKind::String(text) => self.string(text),
            ExprKind::Concat(parts) => self.call("concat", |w| w.string_parts(parts)),
            ExprKind::Heredoc { syntax, text } => self.call("heredoc", |w| {
                w.map(|w| {
                    if !syntax.is_empty() {
                        w.key("syntax");
                        w.string(syntax);
                    }
                    w.key("text");
                    w.expr(text);
                });
            }),
            ExprKind::Regexp(source) => self.named("regexp", source),
            ExprKind::Name(name) => self.named("qn", name),
            ExprKind::TypeName(name) => self.named("qr", name),
            ExprKind::Variable(name) => self.named("var", name),
            ExprKind::Reserved { word, .. } => self.named("reserved", word),
            ExprKind::Array(items) => self.call("array", |w| w.exprs(items)),
            ExprKind::Hash(entries) => self.call("hash", |w| {
                for entry in entries {
                    w.pair("=>", &entry.key, &entry.value);
                }
            }),
            ExprKind::Access { left, keys } => self.call("access", |w| {
                w.expr(left);
                w.exprs(keys);
            }),
            ExprKind::NamedAccess { left, right } => self.pair(".", left, right),
            ExprKind::Binary {
                op, left, right, ..
            } => self.pair(op.text(), left, right),
            ExprKind::Unary { op, operand } => {
                let name = match op {
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => "!",
                    UnaryOp::Unfold => "unfold",
                };
                self.call(name, |w| w.expr(operand));
            }
            ExprKind::Paren(inner) => self.call("paren", |w| w.expr(inner)),
            ExprKind::Assignment {
                op, left, right, ..
            } => {
                let name = match op {
                    AssignmentOp::Assign => "=",
                    AssignmentOp::Append => "+=",
                    AssignmentOp::Delete => "-=",
                };
                self.pair(name, left, right);
            }
            ExprKind::Block(statements) => self.call("block", |w| w.exprs(statements)),
            ExprKind::Call {
                functor,
                arguments,
                lambda,
                value_used,
            } => {
                let name = if value_used { "call" } else { "invoke" };
                self.function_call(name, functor, arguments, lambda);
            }
            ExprKind::MethodCall {
                access,
                arguments,
                lambda,
                value_used,
                ..
            } => {
                let name = if value_used {
                    "call-method"
                } else {
                    "invoke-method"
                };
                self.function_call(name, access, arguments, lambda);
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::If {
                unless,
                test,
                then,
                otherwise,
            } => self.call(if unless { "unless" } else { "if" }, |w| {
                w.map(|w| {
                    w.key("test");
                    w.expr(test);
                    w.body("then", then);
                    w.body("else", otherwise);
                });
            }),
            ExprKind::Case { control, options } => self.call("case", |w| {
                w.expr(control);
                w.list(|w| {
                    for option in options {
                        w.map(|w| {
                            w.key("when");
                            w.list(|w| w.exprs(option.values));
                            w.key("then");
                            w.list(|w| w.statements(option.then));
                        });
                    }
                });
            }),
            ExprKind::Selector { control, options } => self.call("?", |w| {
                w.expr(control);
                w.list(|w| {
                    for option in options {
                        w.pair("=>", &option.matching, &option.value);
                    }
                });
            }),
            ExprKind::Relationship {
                op, left, right, ..
            } => {
                let name = match op {
                    RelationshipOp::Before => "->",
                    RelationshipOp::Notify => "~>",
                    RelationshipOp::Require => "<-",
                    RelationshipOp::Subscribe => "<~",
                };
                self.pair(name, left, right);
            }
            ExprKind::Resource { .. }
            | ExprKind::ResourceDefaults { .. }
            | ExprKind::ResourceOverride { .. }
            | ExprKind::Collect { .. } => self.resource(expr),
            ExprKind::Definition(definition) => self.definition(definition),
            ExprKind::Node {
                matches,
                parent,
                body,
            } => self.call("node", |w| {
                w.map(|w| {
                    w.key("matches");
                    w.list(|w| w.exprs(matches));
                    if let Some(parent) = parent {
                        w.key("parent");
                        w.expr(parent);
                    }
                    w.body("body", body);
                });
            }),
            ExprKind::TypeAlias { name, value, .. } => self.call("type-alias", |w| {
                w.string(name);
                w.expr(value);
            }),
            ExprKind::TypeMapping { platform, value } => {
                self.pair("type-mapping", platform, value);
            }
            ExprKind::TypeDefinition {
                name, parent, body, ..
            } => self.call("type-definition", |w| {
                w.string(name);
                match parent {
                    Some(parent) => w.string(parent),
                    None => w.raw(if w.json { "null" } else { "nil" }),
                }
                match body.kind {
                    ExprKind::Nop | ExprKind::Block(_) => w.expr(body),
                    _ => w.call("block", |w| w.expr(body)),
                }
            }),
            ExprKind::Epp { body, .. } => self.call("epp", |w| {
                if !matches!(body.kind, ExprKind::Nop) {
                    w.statements(body);
                }
            }),
            ExprKind::RenderString(text) => self.named("render-s", text),
            ExprKind::Render(value) => self.call("render", |w| w.expr(value)),
        }
    }

    fn pair(&mut self, name: &str, left: &Expr, right: &Expr) {
        self.call(name, |w| {
            w.expr(left);
            w.expr(right);
        });
    }

    fn integer(&mut self, value: i64, radix: Radix) {
        let radix = match radix {
            Radix::Octal if value >= 0 => "8",
            Radix::Hexadecimal if value >= 0 => "16",
            _ => return self.raw(&value.to_string()),
        };
        self.call("int", |w| {
            w.map(|w| {
                w.key("radix");
                w.raw(radix);
                w.key("value");
                w.raw(&value.to_string());
            });
        });
    }

    fn string_parts(&mut self, parts: &[StringPart]) {
        for part in parts {
            match part {
                StringPart::Text(text, _) => self.string(text),
                StringPart::Value(value) => self.call("str", |w| w.expr(value)),
            }
        }
    }

    /// The statements of a body, not as a block.
    fn statements(&mut self, body: &Expr) {
        match body.kind {
            ExprKind::Block(statements) => self.exprs(statements),
            _ => self.expr(body),
        }
    }

    /// A key with a list of statements, left out when there are none.
    fn body(&mut self, key: &str, body: &Expr) {
        if matches!(body.kind, ExprKind::Nop) {
            return;
        }
        self.key(key);
        self.list(|w| w.statements(body));
    }

    fn function_call(
        &mut self,
        name: &str,
        functor: &Expr,
        arguments: &[Expr],
        lambda: Option<&Lambda>,
    ) {
        self.call(name, |w| {
            w.map(|w| {
                w.key("functor");
                w.expr(functor);
                w.key("args");
                w.list(|w| w.exprs(arguments));
                if let Some(lambda) = lambda {
                    w.key("block");
                    w.lambda(lambda);
                }
            });
        });
    }

    fn lambda(&mut self, lambda: &Lambda) {
        self.call("lambda", |w| {
            w.map(|w| {
                w.parameters(lambda.parameters);
                w.returns(lambda.return_type);
                w.body("body", lambda.body);
            });
        });
    }

    fn returns(&mut self, return_type: Option<&Expr>) {
        if let Some(return_type) = return_type {
            self.key("returns");
            self.expr(return_type);
        }
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        if parameters.is_empty() {
            return;
        }
        self.key("params");
        self.map(|w| {
            for parameter in parameters {
                w.key(parameter.name);
                w.map(|w| {
                    if let Some(type_expr) = parameter.type_expr {
                        w.key("type");
                        w.expr(type_expr);
                    }
                    if parameter.captures_rest {
                        w.key("splat");
                        w.raw("true");
                    }
                    if let Some(default) = parameter.default {
                        w.key("value");
                        w.expr(default);
                    }
                });
            }
        });
    }

    fn definition(&mut self, definition: &Definition) {
        let name = match definition.kind {
            DefinitionKind::Class => "class",
            DefinitionKind::Define => "define",
            DefinitionKind::Function => "function",
            DefinitionKind::Plan => "plan",
        };
        self.call(name, |w| {
            w.map(|w| {
                w.key("name");
                w.string(definition.name);
                if let Some((parent, _)) = definition.parent {
                    w.key("parent");
                    w.string(parent);
                }
                w.parameters(definition.parameters);
                w.body("body", definition.body);
                w.returns(definition.return_type);
            });
        });
    }

    fn resource(&mut self, expr: &Expr) {
        match expr.kind {
            ExprKind::Resource {
                form,
                type_name,
                bodies,
            } => self.call("resource", |w| {
                w.map(|w| {
                    w.key("type");
                    w.expr(type_name);
                    w.key("bodies");
                    w.list(|w| {
                        for body in bodies {
                            w.map(|w| {
                                w.key("title");
                                w.expr(&body.title);
                                w.operations(body.operations);
                            });
                        }
                    });
                    w.form(form);
                });
            }),
            ExprKind::ResourceDefaults {
                form,
                type_ref,
                operations,
            } => self.resource_operations("resource-defaults", "type", type_ref, operations, form),
            ExprKind::ResourceOverride {
                form,
                resources,
                operations,
            } => {
                let (name, key) = ("resource-override", "resources");
                self.resource_operations(name, key, resources, operations, form);
            }
            ExprKind::Collect {
                type_ref,
                exported,
                query,
                operations,
                ..
            } => self.call("collect", |w| {
                w.map(|w| {
                    w.key("type");
                    w.expr(type_ref);
                    w.key("query");
                    let name = if exported {
                        "exported-query"
                    } else {
                        "virtual-query"
                    };
                    w.call(name, |w| {
                        if !matches!(query.kind, ExprKind::Nop) {
                            w.expr(query);
                        }
                    });
                    if !operations.is_empty() {
                        w.operations(operations);
                    }
                });
            }),
            _ => {}
        }
    }

    fn resource_operations(
        &mut self,
        name: &str,
        key: &str,
        target: &Expr,
        operations: &[AttributeOperation],
        form: ResourceForm,
    ) {
        self.call(name, |w| {
            w.map(|w| {
                w.key(key);
                w.expr(target);
                w.operations(operations);
                w.form(form);
            });
        });
    }

    fn operations(&mut self, operations: &[AttributeOperation]) {
        self.key("ops");
        self.list(|w| {
            for operation in operations {
                let (name, attribute) = match operation.kind {
                    AttributeKind::Set(name) => ("=>", Some(name)),
                    AttributeKind::Append(name) => ("+>", Some(name)),
                    AttributeKind::Splat => ("splat-hash", None),
                };
                w.call(name, |w| {
                    if let Some(attribute) = attribute {
                        w.string(attribute);
                    }
                    w.expr(&operation.value);
                });
            }
        });
    }

    fn form(&mut self, form: ResourceForm) {
        let text = match form {
            ResourceForm::Regular => return,
            ResourceForm::Virtual => "virtual",
            ResourceForm::Exported => "exported",
        };
        self.key("form");
        self.string(text);
    }
}

/// A Float as Ruby prints it: shortest digits that read back, an exponent from 1e15 on and below
/// 1e-4.
pub(crate) fn float_text(value: f64) -> String {
    let text = format!("{value:e}");
    let Some((digits, exponent)) = text.split_once('e') else {
        return text;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-4..15).contains(&exponent) {
        return format!("{value:?}");
    }
    let point = if digits.contains('.') { "" } else { ".0" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{point}e{sign}{:02}", exponent.abs())
}
