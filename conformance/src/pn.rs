//! Syntax trees in Puppet's notation (PN), as `puppet parser dump` writes them.
//!
//! `PROTOCOL.md` has the table of forms.

use std::fmt::Write as _;

use frontend::ast::{
    AssignmentOp, AttributeKind, AttributeOperation, DefinitionKind, Expr, ExprKind, Lambda,
    Parameter, Radix, RelationshipOp, ResourceForm, StringPart, UnaryOp,
};
use serde_json::Value;

/// A tree of PN.
#[derive(Clone, Debug, PartialEq)]
pub enum Pn {
    /// `(name x y)`
    Call(&'static str, Vec<Pn>),
    /// `{:k v}`
    Map(Vec<(String, Pn)>),
    /// `[x y]`
    List(Vec<Pn>),
    /// Text.
    String(String),
    /// A whole number.
    Integer(i64),
    /// A floating point number.
    Float(f64),
    /// `true`, `false`
    Boolean(bool),
    /// `nil`
    Nil,
}

impl Pn {
    /// The JSON form: calls under `^`, maps under `#`.
    pub fn data(&self) -> Value {
        let tagged = |tag: &str, items: Vec<Value>| {
            Value::Object(
                [(tag.to_owned(), Value::Array(items))]
                    .into_iter()
                    .collect(),
            )
        };
        match self {
            Pn::Call(name, items) => {
                let name = std::iter::once(Value::from(*name));
                tagged("^", name.chain(items.iter().map(Pn::data)).collect())
            }
            Pn::Map(entries) => {
                let pairs = entries
                    .iter()
                    .flat_map(|(k, v)| [Value::from(k.as_str()), v.data()]);
                tagged("#", pairs.collect())
            }
            Pn::List(items) => Value::Array(items.iter().map(Pn::data).collect()),
            Pn::String(text) => Value::from(text.as_str()),
            Pn::Integer(i) => Value::from(*i),
            // the number keeps Ruby's spelling
            Pn::Float(f) => serde_json::from_str(&float_text(*f)).unwrap_or(Value::Null),
            Pn::Boolean(b) => Value::from(*b),
            Pn::Nil => Value::Null,
        }
    }

    /// The text form, on one line.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Pn::Call(name, items) => {
                out.push('(');
                out.push_str(name);
                for item in items {
                    out.push(' ');
                    item.write(out);
                }
                out.push(')');
            }
            Pn::Map(entries) => {
                out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if at == 0 { ":" } else { " :" });
                    out.push_str(key);
                    out.push(' ');
                    value.write(out);
                }
                out.push('}');
            }
            Pn::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(' ');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Pn::String(text) => write_string(text, out),
            Pn::Integer(i) => out.push_str(&i.to_string()),
            Pn::Float(f) => out.push_str(&float_text(*f)),
            Pn::Boolean(b) => out.push_str(if *b { "true" } else { "false" }),
            Pn::Nil => out.push_str("nil"),
        }
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => write!(out, "\\o{:03o}", c as u32).expect("a String takes any text"),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Shortest digits that round-trip; an exponent from 1e15 on and below 1e-4.
fn float_text(f: f64) -> String {
    let magnitude = f.abs();
    if magnitude != 0.0 && !(1e-4..1e15).contains(&magnitude) {
        let text = format!("{f:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let point = if mantissa.contains('.') { "" } else { ".0" };
        let (sign, digits) = match exponent.strip_prefix('-') {
            Some(digits) => ('-', digits),
            None => ('+', exponent),
        };
        return format!("{mantissa}{point}e{sign}{digits:0>2}");
    }
    format!("{f:?}")
}

/// The tree of a file or template.
pub fn of_program(body: &Expr<'_>) -> Pn {
    tree(body)
}

fn call<const N: usize>(name: &'static str, items: [Pn; N]) -> Pn {
    Pn::Call(name, items.into())
}

fn string(text: &str) -> Pn {
    Pn::String(text.to_owned())
}

/// A map's entries; what is `None` is left out.
fn map<const N: usize>(entries: [(&str, Option<Pn>); N]) -> Pn {
    let entries = entries
        .into_iter()
        .filter_map(|(k, v)| Some((k.to_owned(), v?)));
    Pn::Map(entries.collect())
}

/// A list, or nothing when it is empty.
fn filled(list: Vec<Pn>) -> Option<Pn> {
    (!list.is_empty()).then_some(Pn::List(list))
}

fn trees<'a>(items: impl IntoIterator<Item = &'a Expr<'a>>) -> Vec<Pn> {
    items.into_iter().map(tree).collect()
}

/// The statements of a body.
fn statements(body: &Expr<'_>) -> Vec<Pn> {
    match body.kind {
        ExprKind::Nop => Vec::new(),
        ExprKind::Block(items) => items.iter().map(tree).collect(),
        _ => vec![tree(body)],
    }
}

fn tree(expr: &Expr<'_>) -> Pn {
    match &expr.kind {
        ExprKind::Nop => call("nop", []),
        ExprKind::Undef => Pn::Nil,
        ExprKind::Default => call("default", []),
        ExprKind::Boolean(b) => Pn::Boolean(*b),
        ExprKind::Integer { value, radix } => integer(*value, *radix),
        ExprKind::Float(f) => Pn::Float(*f),
        ExprKind::String(text) => string(text),
        ExprKind::Concat(parts) => Pn::Call("concat", parts.iter().map(part).collect()),
        ExprKind::Heredoc { syntax, text } => {
            let syntax = (!syntax.is_empty()).then(|| string(syntax));
            call(
                "heredoc",
                [map([("syntax", syntax), ("text", Some(tree(text)))])],
            )
        }
        ExprKind::Regexp(source) => call("regexp", [string(source)]),
        ExprKind::Name(name) => call("qn", [string(name)]),
        ExprKind::TypeName(name) => call("qr", [string(name)]),
        ExprKind::Variable(name) => call("var", [string(name)]),
        ExprKind::Reserved { word, .. } => call("reserved", [string(word)]),
        ExprKind::Array(items) => Pn::Call("array", items.iter().map(tree).collect()),
        ExprKind::Hash(entries) => {
            let entries = entries
                .iter()
                .map(|e| call("=>", [tree(&e.key), tree(&e.value)]));
            Pn::Call("hash", entries.collect())
        }
        ExprKind::Access { left, keys } => {
            let left = std::iter::once(tree(left));
            Pn::Call("access", left.chain(keys.iter().map(tree)).collect())
        }
        ExprKind::NamedAccess { left, right } => call(".", [tree(left), tree(right)]),
        ExprKind::Binary {
            op, left, right, ..
        } => call(op.text(), [tree(left), tree(right)]),
        ExprKind::Unary { op, operand } => call(unary(*op), [tree(operand)]),
        ExprKind::Paren(inner) => call("paren", [tree(inner)]),
        ExprKind::Assignment {
            op, left, right, ..
        } => call(assignment(*op), [tree(left), tree(right)]),
        ExprKind::Block(items) => Pn::Call("block", items.iter().map(tree).collect()),
        ExprKind::Call {
            functor,
            arguments,
            lambda: block,
            value_used,
        } => {
            let name = if *value_used { "call" } else { "invoke" };
            called(name, tree(functor), arguments, *block)
        }
        // never `invoke-method`, whether the value is used or not
        ExprKind::MethodCall {
            access,
            arguments,
            lambda: block,
            ..
        } => called("call-method", tree(access), arguments, *block),
        ExprKind::Lambda(it) => lambda(it),
        ExprKind::If {
            unless,
            test,
            then,
            otherwise,
        } => {
            let name = if *unless { "unless" } else { "if" };
            call(
                name,
                [map([
                    ("test", Some(tree(test))),
                    ("then", filled(statements(then))),
                    ("else", filled(statements(otherwise))),
                ])],
            )
        }
        ExprKind::Case { control, options } => {
            let options = options.iter().map(|option| {
                let then = match statements(option.then) {
                    list if list.is_empty() => vec![call("nop", [])],
                    list => list,
                };
                map([
                    (
                        "when",
                        Some(Pn::List(option.values.iter().map(tree).collect())),
                    ),
                    ("then", Some(Pn::List(then))),
                ])
            });
            call("case", [tree(control), Pn::List(options.collect())])
        }
        ExprKind::Selector { control, options } => {
            let options = options
                .iter()
                .map(|o| call("=>", [tree(&o.matching), tree(&o.value)]));
            call("?", [tree(control), Pn::List(options.collect())])
        }
        ExprKind::Relationship {
            op, left, right, ..
        } => call(arrow(*op), [tree(left), tree(right)]),
        _ => definition_or_resource(expr),
    }
}

fn definition_or_resource(expr: &Expr<'_>) -> Pn {
    match &expr.kind {
        ExprKind::Resource {
            form: how,
            type_name,
            bodies,
        } => {
            let bodies = bodies.iter().map(|body| {
                map([
                    ("title", Some(tree(&body.title))),
                    ("ops", Some(operations(body.operations))),
                ])
            });
            call(
                "resource",
                [map([
                    ("type", Some(tree(type_name))),
                    ("bodies", Some(Pn::List(bodies.collect()))),
                    ("form", form(*how)),
                ])],
            )
        }
        ExprKind::ResourceDefaults {
            form: how,
            type_ref,
            operations: ops,
        } => call(
            "resource-defaults",
            [map([
                ("type", Some(tree(type_ref))),
                ("ops", Some(operations(ops))),
                ("form", form(*how)),
            ])],
        ),
        ExprKind::ResourceOverride {
            form: how,
            resources,
            operations: ops,
        } => call(
            "resource-override",
            [map([
                ("resources", Some(tree(resources))),
                ("ops", Some(operations(ops))),
                ("form", form(*how)),
            ])],
        ),
        ExprKind::Collect {
            type_ref,
            exported,
            query,
            operations: ops,
            ..
        } => {
            let name = if *exported {
                "exported-query"
            } else {
                "virtual-query"
            };
            let query = Pn::Call(name, statements(query));
            let ops = (!ops.is_empty()).then(|| operations(ops));
            call(
                "collect",
                [map([
                    ("type", Some(tree(type_ref))),
                    ("query", Some(query)),
                    ("ops", ops),
                ])],
            )
        }
        ExprKind::Definition(it) => {
            let name = match it.kind {
                DefinitionKind::Class => "class",
                DefinitionKind::Define => "define",
                DefinitionKind::Function => "function",
                DefinitionKind::Plan => "plan",
            };
            call(
                name,
                [map([
                    ("name", Some(string(it.name))),
                    ("parent", it.parent.map(|(name, _)| string(name))),
                    ("params", parameters(it.parameters)),
                    ("body", filled(statements(it.body))),
                    ("returns", it.return_type.map(tree)),
                ])],
            )
        }
        ExprKind::Node {
            matches,
            parent,
            body,
        } => call(
            "node",
            [map([
                ("matches", Some(Pn::List(trees(matches.iter())))),
                ("parent", parent.map(tree)),
                ("body", filled(statements(body))),
            ])],
        ),
        ExprKind::TypeAlias { name, value, .. } => call("type-alias", [string(name), tree(value)]),
        ExprKind::TypeMapping { platform, value } => {
            call("type-mapping", [tree(platform), tree(value)])
        }
        ExprKind::TypeDefinition {
            name, parent, body, ..
        } => {
            let parent = parent.map_or(Pn::Nil, string);
            call("type-definition", [string(name), parent, tree(body)])
        }
        ExprKind::Epp { body, .. } => Pn::Call("epp", statements(body)),
        ExprKind::RenderString(text) => call("render-s", [string(text)]),
        ExprKind::Render(inner) => call("render", [tree(inner)]),
        _ => call("nop", []),
    }
}

fn integer(value: i64, radix: Radix) -> Pn {
    let radix = match radix {
        // a minus makes it a plain literal
        _ if value < 0 => return Pn::Integer(value),
        Radix::Decimal => return Pn::Integer(value),
        Radix::Octal => 8,
        Radix::Hexadecimal => 16,
    };
    let radix = Some(Pn::Integer(radix));
    call(
        "int",
        [map([("radix", radix), ("value", Some(Pn::Integer(value)))])],
    )
}

fn part(part: &StringPart<'_>) -> Pn {
    match part {
        StringPart::Text(text, _) => string(text),
        StringPart::Value(value) => call("str", [tree(value)]),
    }
}

fn called(
    name: &'static str,
    functor: Pn,
    arguments: &[Expr<'_>],
    block: Option<&Lambda<'_>>,
) -> Pn {
    call(
        name,
        [map([
            ("functor", Some(functor)),
            ("args", Some(Pn::List(arguments.iter().map(tree).collect()))),
            ("block", block.map(lambda)),
        ])],
    )
}

fn lambda(it: &Lambda<'_>) -> Pn {
    call(
        "lambda",
        [map([
            ("params", parameters(it.parameters)),
            ("returns", it.return_type.map(tree)),
            ("body", filled(statements(it.body))),
        ])],
    )
}

fn parameters(list: &[Parameter<'_>]) -> Option<Pn> {
    let entries = list.iter().map(|p| {
        let splat = p.captures_rest.then_some(Pn::Boolean(true));
        let value = map([
            ("type", p.type_expr.map(tree)),
            ("splat", splat),
            ("value", p.default.map(tree)),
        ]);
        (p.name.to_owned(), value)
    });
    (!list.is_empty()).then(|| Pn::Map(entries.collect()))
}

fn operations(list: &[AttributeOperation<'_>]) -> Pn {
    let operations = list.iter().map(|operation| match operation.kind {
        AttributeKind::Set(name) => call("=>", [string(name), tree(&operation.value)]),
        AttributeKind::Append(name) => call("+>", [string(name), tree(&operation.value)]),
        AttributeKind::Splat => call("splat-hash", [tree(&operation.value)]),
    });
    Pn::List(operations.collect())
}

fn form(form: ResourceForm) -> Option<Pn> {
    match form {
        ResourceForm::Regular => None,
        ResourceForm::Virtual => Some(string("virtual")),
        ResourceForm::Exported => Some(string("exported")),
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Minus => "-",
        UnaryOp::Not => "!",
        UnaryOp::Unfold => "unfold",
    }
}

fn assignment(op: AssignmentOp) -> &'static str {
    match op {
        AssignmentOp::Assign => "=",
        AssignmentOp::Append => "+=",
        AssignmentOp::Delete => "-=",
    }
}

fn arrow(op: RelationshipOp) -> &'static str {
    match op {
        RelationshipOp::Before => "->",
        RelationshipOp::Notify => "~>",
        RelationshipOp::Require => "<-",
        RelationshipOp::Subscribe => "<~",
    }
}
