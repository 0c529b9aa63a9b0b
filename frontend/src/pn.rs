//! Writes Puppet's own notation of syntax trees, as `puppet parser dump` shows it: as text, and as
//! JSON.

use std::fmt::Write;

use crate::ast::{
    AssignmentOp, AttributeOperation, AttributeOperator, CaseOption, Definition, DefinitionKind,
    Expr, ExprKind, HashEntry, Lambda, Parameter, Program, Radix, RelationshipOp, ResourceBody,
    ResourceForm, SelectorEntry, StringPart, UnaryOp,
};
use rubycore::alarm;

use crate::digits::to_decimal;
use rubycore::float;
use rubycore::json;
use rubycore::regexp;

/// The reason why a tree has no notation, in Puppet's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoNotation(pub String);

/// Writes the tree of a program as text: `(+ 1 2)`.
///
/// # Errors
/// Fails on a parameter whose name is not a key of a map, and on an `apply`.
pub fn text(program: &Program<'_>) -> Result<String, NoNotation> {
    let mut out = String::new();
    expression(program.body)?.write_text(&mut out, None);
    Ok(out)
}

/// Writes the tree of a program as text on many lines.
///
/// # Errors
/// Same as [`text`].
pub fn pretty(program: &Program<'_>) -> Result<String, NoNotation> {
    let mut out = String::new();
    expression(program.body)?.write_text(&mut out, Some(0));
    Ok(out)
}

/// Writes the tree of a program as JSON: `{"^":["+",1,2]}`.
///
/// # Errors
/// Same as [`text`].
pub fn json(program: &Program<'_>) -> Result<String, NoNotation> {
    let mut out = String::new();
    expression(program.body)?.write_json(&mut out);
    Ok(out)
}

/// A value of the notation.
enum Pn<'a> {
    Nil,
    Bool(bool),
    /// An integer, or a value that is written like an integer.
    Number(String),
    Text(&'a str),
    /// The source of a regular expression.
    Pattern(&'a str),
    List(Vec<Pn<'a>>),
    Map(Vec<(&'a str, Pn<'a>)>),
    Call(&'static str, Vec<Pn<'a>>),
}

type Noted<'a> = Result<Pn<'a>, NoNotation>;

/// Returns the notation of an expression. The frame of this function is small, because trees may be
/// deep: each arm calls a function of its own.
// Long because there is an arm for each kind of expression.
fn expression<'a>(expr: &Expr<'a>) -> Noted<'a> {
    alarm::step();
    use ExprKind::*;
    match expr.kind {
        Nop
        | Undef
        | Default
        | Boolean(_)
        | Integer { .. }
        | BigInteger { .. }
        | Float(_)
        | String(_)
        | Regexp(_)
        | Name(_)
        | TypeName(_)
        | Variable(_)
        | Reserved { .. }
        | RenderString(_) => Ok(leaf(expr)),
        Concat(parts) => list("concat", parts, string_part),
        Heredoc { syntax, text } => heredoc(syntax, text),
        Array(elements) => list("array", elements, expression),
        Hash(entries) => list("hash", entries, hash_entry),
        // code that shows trees does not request dense literals
        Dense(_) => Err(NoNotation("a dense literal has no tree".into())),
        Block(statements) => list("block", statements, expression),
        Access { left, keys } => access(left, keys),
        NamedAccess { left, right } => binary(".", left, right),
        Binary {
            op, left, right, ..
        } => binary(op.text(), left, right),
        Unary { op, operand } => unary(op, operand),
        Paren(inner) => single("paren", inner),
        Render(value) => single("render", value),
        Assignment {
            op, left, right, ..
        } => binary(assignment(op), left, right),
        Relationship {
            op, left, right, ..
        } => binary(relationship(op), left, right),
        Call {
            functor,
            arguments,
            lambda,
            value_used: true,
        } => call("call", functor, arguments, lambda),
        Call {
            functor,
            arguments,
            lambda,
            value_used: false,
        } => call("invoke", functor, arguments, lambda),
        MethodCall {
            access,
            arguments,
            lambda,
            value_used: true,
            ..
        } => call("call-method", access, arguments, lambda),
        MethodCall {
            access,
            arguments,
            lambda,
            value_used: false,
            ..
        } => call("invoke-method", access, arguments, lambda),
        Apply { .. } => Err(no_apply()),
        ExprKind::Lambda(lambda) => self::lambda(lambda),
        If {
            unless: false,
            test,
            then,
            otherwise,
        } => conditional("if", test, then, otherwise),
        If {
            unless: true,
            test,
            then,
            otherwise,
        } => conditional("unless", test, then, otherwise),
        Case { control, options } => case(control, options),
        Selector { control, options } => selector(control, options),
        Resource {
            form,
            type_name,
            bodies,
        } => resource(form, type_name, bodies),
        ResourceDefaults {
            form,
            type_ref,
            operations,
        } => attributes("resource-defaults", ("type", type_ref), operations, form),
        ResourceOverride {
            form,
            resources,
            operations,
        } => {
            let target = ("resources", resources);
            attributes("resource-override", target, operations, form)
        }
        Collect {
            type_ref,
            exported,
            query,
            operations,
            ..
        } => collect(type_ref, exported, query, operations),
        ExprKind::Definition(definition) => self::definition(definition),
        Node {
            matches,
            parent,
            body,
        } => node(matches, parent, body),
        TypeAlias { name, value, .. } => type_alias(name, value),
        TypeMapping { platform, value } => type_mapping(platform, value),
        TypeDefinition {
            name, parent, body, ..
        } => type_definition(name, parent, body),
        Epp { body, .. } => epp(body),
    }
}

/// Returns the notation of an expression without subexpressions.
#[inline(never)]
fn leaf<'a>(expr: &Expr<'a>) -> Pn<'a> {
    use ExprKind::*;
    match expr.kind {
        Undef => Pn::Nil,
        Default => Pn::Call("default", vec![]),
        Boolean(value) => Pn::Bool(value),
        Integer { value, radix } => integer(value.to_string(), radix),
        BigInteger { digits, radix } => integer(to_decimal(digits, radix), radix),
        Float(value) => Pn::Number(float_text(value)),
        String(text) => Pn::Text(text),
        Regexp(source) => Pn::Call("regexp", vec![Pn::Pattern(source)]),
        Name(name) => Pn::Call("qn", vec![Pn::Text(name)]),
        TypeName(name) => Pn::Call("qr", vec![Pn::Text(name)]),
        Variable(name) => Pn::Call("var", vec![variable(name, expr)]),
        Reserved { word, .. } => Pn::Call("reserved", vec![Pn::Text(word)]),
        RenderString(text) => Pn::Call("render-s", vec![Pn::Text(text)]),
        _ => Pn::Call("nop", vec![]),
    }
}

#[inline(never)]
fn list<'a, E>(name: &'static str, items: &[E], note: impl Fn(&E) -> Noted<'a>) -> Noted<'a> {
    Ok(Pn::Call(name, all(items, note)?))
}

#[inline(never)]
fn single<'a>(name: &'static str, inner: &Expr<'a>) -> Noted<'a> {
    Ok(Pn::Call(name, vec![expression(inner)?]))
}

#[inline(never)]
fn heredoc<'a>(syntax: &'a str, text: &Expr<'a>) -> Noted<'a> {
    let mut map = Vec::new();
    if !syntax.is_empty() {
        map.push(("syntax", Pn::Text(syntax)));
    }
    map.push(("text", expression(text)?));
    Ok(Pn::Call("heredoc", vec![Pn::Map(map)]))
}

#[inline(never)]
fn access<'a>(left: &Expr<'a>, keys: &[Expr<'a>]) -> Noted<'a> {
    let mut items = vec![expression(left)?];
    for key in keys {
        items.push(expression(key)?);
    }
    Ok(Pn::Call("access", items))
}

#[cold]
fn no_apply() -> NoNotation {
    NoNotation(
        "Visitor Error: the configured receiver (Puppet::Pops::Model::PNTransformer) can't handle \
         instance of: Puppet::Pops::Model::ApplyExpression"
            .to_string(),
    )
}

#[inline(never)]
fn conditional<'a>(
    name: &'static str,
    test: &Expr<'a>,
    then: &Expr<'a>,
    otherwise: &Expr<'a>,
) -> Noted<'a> {
    let mut map = vec![("test", expression(test)?)];
    push_body(&mut map, "then", then)?;
    push_body(&mut map, "else", otherwise)?;
    Ok(Pn::Call(name, vec![Pn::Map(map)]))
}

#[inline(never)]
fn case<'a>(control: &Expr<'a>, options: &[CaseOption<'a>]) -> Noted<'a> {
    let options = all(options, |option| {
        let then = match option.then.kind {
            ExprKind::Nop => vec![leaf(option.then)],
            _ => statements(option.then)?,
        };
        Ok(Pn::Map(vec![
            ("when", Pn::List(all(option.values, expression)?)),
            ("then", Pn::List(then)),
        ]))
    })?;
    let control = expression(control)?;
    Ok(Pn::Call("case", vec![control, Pn::List(options)]))
}

#[inline(never)]
fn selector<'a>(control: &Expr<'a>, options: &[SelectorEntry<'a>]) -> Noted<'a> {
    let options = all(options, |entry| binary("=>", &entry.matching, &entry.value))?;
    let control = expression(control)?;
    Ok(Pn::Call("?", vec![control, Pn::List(options)]))
}

#[inline(never)]
fn resource<'a>(
    form: ResourceForm,
    type_name: &Expr<'a>,
    bodies: &[ResourceBody<'a>],
) -> Noted<'a> {
    let bodies = all(bodies, |body| {
        Ok(Pn::Map(vec![
            ("title", expression(&body.title)?),
            ("ops", Pn::List(all(body.operations, operation)?)),
        ]))
    })?;
    let type_name = expression(type_name)?;
    let mut map = vec![("type", type_name), ("bodies", Pn::List(bodies))];
    push_form(&mut map, form);
    Ok(Pn::Call("resource", vec![Pn::Map(map)]))
}

#[inline(never)]
fn collect<'a>(
    type_ref: &Expr<'a>,
    exported: bool,
    query: &Expr<'a>,
    operations: &[AttributeOperation<'a>],
) -> Noted<'a> {
    let name = match exported {
        true => "exported-query",
        false => "virtual-query",
    };
    let query = match query.kind {
        ExprKind::Nop => vec![],
        _ => vec![expression(query)?],
    };
    let mut map = vec![
        ("type", expression(type_ref)?),
        ("query", Pn::Call(name, query)),
    ];
    if !operations.is_empty() {
        map.push(("ops", Pn::List(all(operations, operation)?)));
    }
    Ok(Pn::Call("collect", vec![Pn::Map(map)]))
}

#[inline(never)]
fn node<'a>(matches: &[Expr<'a>], parent: Option<&Expr<'a>>, body: &Expr<'a>) -> Noted<'a> {
    let mut map = vec![("matches", Pn::List(all(matches, expression)?))];
    if let Some(parent) = parent {
        map.push(("parent", expression(parent)?));
    }
    push_body(&mut map, "body", body)?;
    Ok(Pn::Call("node", vec![Pn::Map(map)]))
}

#[inline(never)]
fn type_alias<'a>(name: &'a str, value: &Expr<'a>) -> Noted<'a> {
    Ok(Pn::Call(
        "type-alias",
        vec![Pn::Text(name), expression(value)?],
    ))
}

#[inline(never)]
fn type_mapping<'a>(platform: &Expr<'a>, value: &Expr<'a>) -> Noted<'a> {
    let value = match value.kind {
        // `Type { .. }`: a pair of both
        ExprKind::Hash([entry]) if entry.key.span.start == value.span.start => hash_entry(entry)?,
        _ => expression(value)?,
    };
    Ok(Pn::Call("type-mapping", vec![expression(platform)?, value]))
}

#[inline(never)]
fn type_definition<'a>(name: &'a str, parent: Option<&'a str>, body: &Expr<'a>) -> Noted<'a> {
    let body = match body.kind {
        ExprKind::Nop | ExprKind::Block(_) => expression(body)?,
        _ => single("block", body)?,
    };
    let parent = parent.map_or(Pn::Nil, Pn::Text);
    Ok(Pn::Call(
        "type-definition",
        vec![Pn::Text(name), parent, body],
    ))
}

#[inline(never)]
fn epp<'a>(body: &Expr<'a>) -> Noted<'a> {
    Ok(Pn::Call("epp", statements(body)?))
}

fn all<'a, E>(list: &[E], note: impl Fn(&E) -> Noted<'a>) -> Result<Vec<Pn<'a>>, NoNotation> {
    let mut items = Vec::with_capacity(list.len());
    for item in list {
        items.push(note(item)?);
    }
    Ok(items)
}

/// Returns the statements of a body.
fn statements<'a>(body: &Expr<'a>) -> Result<Vec<Pn<'a>>, NoNotation> {
    match body.kind {
        ExprKind::Nop => Ok(vec![]),
        ExprKind::Block(statements) => all(statements, expression),
        _ => Ok(vec![expression(body)?]),
    }
}

type Map<'a> = Vec<(&'a str, Pn<'a>)>;

fn push_body<'a>(map: &mut Map<'a>, key: &'a str, body: &Expr<'a>) -> Result<(), NoNotation> {
    if !matches!(body.kind, ExprKind::Nop) {
        map.push((key, Pn::List(statements(body)?)));
    }
    Ok(())
}

fn push_form(map: &mut Map<'_>, form: ResourceForm) {
    match form {
        ResourceForm::Regular => {}
        ResourceForm::Virtual => map.push(("form", Pn::Text("virtual"))),
        ResourceForm::Exported => map.push(("form", Pn::Text("exported"))),
    }
}

fn push_parameters<'a>(map: &mut Map<'a>, parameters: &[Parameter<'a>]) -> Result<(), NoNotation> {
    if parameters.is_empty() {
        return Ok(());
    }
    let mut entries: Map<'a> = Vec::new();
    for parameter in parameters {
        let name = parameter.name;
        let mut bytes = name.bytes();
        let first = |b: u8| b.is_ascii_alphabetic() || b == b'_' || b == b'-';
        let rest = |b: u8| first(b) || b.is_ascii_digit();
        if !(bytes.next().is_some_and(first) && bytes.all(rest)) {
            let pattern = "/^[A-Za-z_-][0-9A-Za-z_-]*$/";
            return Err(NoNotation(format!(
                "key {name} does not conform to pattern {pattern})"
            )));
        }
        let mut entry = Vec::new();
        if let Some(type_expr) = parameter.type_expr {
            entry.push(("type", expression(type_expr)?));
        }
        if parameter.captures_rest {
            entry.push(("splat", Pn::Bool(true)));
        }
        if let Some(default) = parameter.default {
            entry.push(("value", expression(default)?));
        }
        entries.push((name, Pn::Map(entry)));
    }
    map.push(("params", Pn::Map(entries)));
    Ok(())
}

#[inline(never)]
fn definition<'a>(definition: &Definition<'a>) -> Noted<'a> {
    let name = match definition.kind {
        DefinitionKind::Class => "class",
        DefinitionKind::Define => "define",
        DefinitionKind::Function => "function",
        DefinitionKind::Plan => "plan",
    };
    let mut map = vec![("name", Pn::Text(definition.name))];
    if let Some((parent, _)) = definition.parent {
        map.push(("parent", Pn::Text(parent)));
    }
    push_parameters(&mut map, definition.parameters)?;
    push_body(&mut map, "body", definition.body)?;
    if let Some(return_type) = definition.return_type {
        map.push(("returns", expression(return_type)?));
    }
    Ok(Pn::Call(name, vec![Pn::Map(map)]))
}

#[inline(never)]
fn lambda<'a>(lambda: &Lambda<'a>) -> Noted<'a> {
    let mut map = Vec::new();
    push_parameters(&mut map, lambda.parameters)?;
    if let Some(return_type) = lambda.return_type {
        map.push(("returns", expression(return_type)?));
    }
    push_body(&mut map, "body", lambda.body)?;
    Ok(Pn::Call("lambda", vec![Pn::Map(map)]))
}

#[inline(never)]
fn call<'a>(
    name: &'static str,
    functor: &Expr<'a>,
    arguments: &[Expr<'a>],
    lambda: Option<&Lambda<'a>>,
) -> Noted<'a> {
    let mut map = vec![
        ("functor", expression(functor)?),
        ("args", Pn::List(all(arguments, expression)?)),
    ];
    if let Some(lambda) = lambda {
        map.push(("block", self::lambda(lambda)?));
    }
    Ok(Pn::Call(name, vec![Pn::Map(map)]))
}

#[inline(never)]
fn binary<'a>(op: &'static str, left: &Expr<'a>, right: &Expr<'a>) -> Noted<'a> {
    Ok(Pn::Call(op, vec![expression(left)?, expression(right)?]))
}

/// Writes a unary operator. A minus before a number is its sign.
#[inline(never)]
fn unary<'a>(op: UnaryOp, operand: &Expr<'a>) -> Noted<'a> {
    let name = match (op, operand.kind) {
        (UnaryOp::Minus, ExprKind::Integer { value, .. }) => {
            return Ok(Pn::Number((-i128::from(value)).to_string()));
        }
        (UnaryOp::Minus, ExprKind::BigInteger { digits, radix }) => {
            return Ok(Pn::Number(format!("-{}", to_decimal(digits, radix))));
        }
        (UnaryOp::Minus, ExprKind::Float(value)) => return Ok(Pn::Number(float_text(-value))),
        (UnaryOp::Minus, _) => "-",
        (UnaryOp::Not, _) => "!",
        (UnaryOp::Unfold, _) => "unfold",
    };
    Ok(Pn::Call(name, vec![expression(operand)?]))
}

fn assignment(op: AssignmentOp) -> &'static str {
    match op {
        AssignmentOp::Assign => "=",
        AssignmentOp::Append => "+=",
        AssignmentOp::Delete => "-=",
    }
}

fn relationship(op: RelationshipOp) -> &'static str {
    match op {
        RelationshipOp::Before => "->",
        RelationshipOp::Notify => "~>",
        RelationshipOp::Require => "<-",
        RelationshipOp::Subscribe => "<~",
    }
}

#[inline(never)]
fn attributes<'a>(
    name: &'static str,
    (key, target): (&'static str, &Expr<'a>),
    operations: &[AttributeOperation<'a>],
    form: ResourceForm,
) -> Noted<'a> {
    let mut map = vec![
        (key, expression(target)?),
        ("ops", Pn::List(all(operations, operation)?)),
    ];
    push_form(&mut map, form);
    Ok(Pn::Call(name, vec![Pn::Map(map)]))
}

#[inline(never)]
fn operation<'a>(operation: &AttributeOperation<'a>) -> Noted<'a> {
    let value = expression(&operation.value)?;
    Ok(match operation.operator {
        AttributeOperator::Set(name) => Pn::Call("=>", vec![Pn::Text(name), value]),
        AttributeOperator::Append(name) => Pn::Call("+>", vec![Pn::Text(name), value]),
        AttributeOperator::Splat => Pn::Call("splat-hash", vec![value]),
    })
}

#[inline(never)]
fn hash_entry<'a>(entry: &HashEntry<'a>) -> Noted<'a> {
    binary("=>", &entry.key, &entry.value)
}

fn string_part<'a>(part: &StringPart<'a>) -> Noted<'a> {
    Ok(match part {
        StringPart::Text(text, _) => Pn::Text(text),
        StringPart::Value(value) => Pn::Call("str", vec![expression(value)?]),
    })
}

/// Returns the notation of a variable. In `"${true}"`, without a `$` before the name, Puppet uses
/// the Boolean as the name.
fn variable<'a>(name: &'a str, expr: &Expr<'a>) -> Pn<'a> {
    let bare = (expr.span.end - expr.span.start) as usize == name.len();
    match name {
        "true" if bare => Pn::Bool(true),
        "false" if bare => Pn::Bool(false),
        _ => Pn::Text(name),
    }
}

fn integer<'a>(value: String, radix: Radix) -> Pn<'a> {
    let radix = match radix {
        Radix::Decimal => return Pn::Number(value),
        Radix::Octal => "8",
        Radix::Hexadecimal => "16",
    };
    let map = vec![
        ("radix", Pn::Number(radix.to_string())),
        ("value", Pn::Number(value)),
    ];
    Pn::Call("int", vec![Pn::Map(map)])
}

/// Writes a Float as Puppet's notation shows it: the shortest digits that parse to the same Float.
pub(crate) fn float_text(value: f64) -> String {
    let shortest = float::shortest(value);
    let Some((mantissa, exponent)) = shortest.split_once('e') else {
        return shortest;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value != 0.0 && !(-4..15).contains(&exponent) {
        let point = if mantissa.contains('.') { "" } else { ".0" };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}{point}e{sign}{:02}", exponent.abs());
    }
    let mut plain = format!("{value}");
    float::settle(value, &mut plain);
    match plain.contains('.') {
        true => plain,
        false => plain + ".0",
    }
}

impl Pn<'_> {
    /// Writes the text. With an indent, each part stands on a line of its own.
    fn write_text(&self, out: &mut String, indent: Option<usize>) {
        alarm::step();
        let inner = indent.map(|indent| indent + 2);
        let apart = |out: &mut String, first: bool| match inner {
            Some(inner) => {
                out.push('\n');
                out.push_str(&" ".repeat(inner));
            }
            None if first => {}
            None => out.push(' '),
        };
        match self {
            Pn::Nil => out.push_str("nil"),
            Pn::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Pn::Number(text) => out.push_str(text),
            Pn::Text(text) => write_quoted(out, text),
            Pn::Pattern(source) => write_quoted(out, &regexp::text::plain(source)),
            Pn::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    apart(out, index == 0);
                    item.write_text(out, inner);
                }
                out.push(']');
            }
            Pn::Map(entries) => {
                out.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    apart(out, index == 0);
                    out.push(':');
                    out.push_str(key);
                    out.push(' ');
                    value.write_text(out, inner);
                }
                out.push('}');
            }
            Pn::Call(name, items) => {
                out.push('(');
                out.push_str(name);
                for item in items {
                    apart(out, false);
                    item.write_text(out, inner);
                }
                out.push(')');
            }
        }
    }

    fn write_json(&self, out: &mut String) {
        alarm::step();
        let write_list = |out: &mut String, items: &[Pn<'_>], mut first: bool| {
            for item in items {
                if !first {
                    out.push(',');
                }
                first = false;
                item.write_json(out);
            }
        };
        match self {
            Pn::Nil => out.push_str("null"),
            Pn::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Pn::Number(text) => out.push_str(text),
            Pn::Text(text) => json::write_string(out, text),
            Pn::Pattern(source) => json::write_string(out, &regexp::text::plain(source)),
            Pn::List(items) => {
                out.push('[');
                write_list(out, items, true);
                out.push(']');
            }
            Pn::Map(entries) => {
                out.push_str("{\"#\":[");
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    json::write_string(out, key);
                    out.push(',');
                    value.write_json(out);
                }
                out.push_str("]}");
            }
            Pn::Call(name, items) => {
                out.push_str("{\"^\":[");
                json::write_string(out, name);
                write_list(out, items, false);
                out.push_str("]}");
            }
        }
    }
}

fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1f' => {
                let _ = write!(out, "\\o{:03o}", c as u32);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}
