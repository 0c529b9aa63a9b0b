//! Type expressions given as text or as a syntax tree: literal types only, nothing is evaluated.
//!
//! Used for declarations of built-in functions, for `assert_type` and data with types as texts,
//! and by the conformance protocol.

use std::sync::Arc;

use bumpalo::Bump;
use frontend::Source;
use frontend::ast::{Expr, ExprKind, HashEntry, Program, UnaryOp};
use frontend::issue::Located;

use super::access::{AccessError, parameterize};
use super::{Size, Type, TypeRef};
use crate::cx::Cx;
use crate::error::{Error, Form, Place, Res, fail};
use crate::heap::Heap;
use crate::regex::Regexp;
use crate::value::{HashBuilder, Value};

/// Finds types by name.
pub type Names<'a, 'h> = dyn FnMut(&str) -> Res<'h, Option<TypeRef<'h>>> + 'a;

/// The type that a text such as `Array[String, 1]` stands for, as a value.
///
/// # Errors
/// A plain error with Puppet's text for what is not a type, or what looking up a name raises.
pub fn parse_text<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h> {
    let heap = cx.heap;
    let ty = text_type(heap, text, &mut |name| named(cx, name))?;
    Ok(Value::Type(ty))
}

/// A type by name, as the running code may refer to it.
fn named<'h>(cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
    let name = name.strip_prefix("::").unwrap_or(name);
    if let Some(ty) = super::named(name) {
        return Ok(Some(ty));
    }
    if let Some(ty) = cx.host.named_type(cx, name)? {
        return Ok(Some(ty));
    }
    let lower = name.to_lowercase();
    Ok(match cx.host.is_resource_type(cx, &lower)? {
        true => Some(cx.heap.alloc(Type::Resource {
            type_name: Some(cx.heap.text(&super::capitalized(&lower))),
            title: None,
            kept: false,
        })),
        false => None,
    })
}

/// The type that a text stands for, with names looked up by `names`.
///
/// # Errors
/// As [`parse_text`].
pub fn text_type<'h>(
    heap: &'h Heap,
    text: &str,
    names: &mut Names<'_, 'h>,
) -> Res<'h, TypeRef<'h>> {
    let source = Source::new(None, text);
    let arena = Bump::new();
    let program: Program<'_> = match frontend::parser::parse(&arena, &source) {
        Ok(program) => program,
        Err(problem) if problem.located == Located::Column => {
            // shown with its place in the text
            let message = problem.message;
            return Err(Error {
                form: Form::Bare,
                place: Some(Place {
                    offset: problem.span.start,
                    source: Arc::new(source),
                }),
                ..Error::plain(message)
            }
            .into());
        }
        Err(problem) => return fail(problem.with_position(&source, None)),
    };
    literal(heap, names, text, program.body)
}

/// The type that a syntax tree stands for; `text` is its source.
///
/// # Errors
/// As [`parse_text`].
pub fn literal<'h>(
    heap: &'h Heap,
    names: &mut Names<'_, 'h>,
    text: &str,
    expr: &Expr<'_>,
) -> Res<'h, TypeRef<'h>> {
    let mut reader = Reader { heap, names, text };
    match reader.value(expr)? {
        Value::Type(ty) => Ok(ty),
        _ => reader.not_a_type(expr),
    }
}

struct Reader<'a, 'h> {
    heap: &'h Heap,
    names: &'a mut Names<'a, 'h>,
    text: &'a str,
}

impl<'h> Reader<'_, 'h> {
    fn source(&self, expr: &Expr<'_>) -> &str {
        let (start, end) = (expr.span.start as usize, expr.span.end as usize);
        self.text.get(start..end).unwrap_or_default()
    }

    #[cold]
    fn not_a_type<T>(&self, expr: &Expr<'_>) -> Res<'h, T> {
        fail(format!(
            "The expression <{}> is not a valid type specification.",
            self.source(expr)
        ))
    }

    fn value(&mut self, expr: &Expr<'_>) -> Res<'h> {
        let heap = self.heap;
        Ok(match expr.kind {
            ExprKind::TypeName(name) => Value::Type(match (self.names)(name)? {
                Some(ty) => ty,
                None => heap.alloc(Type::TypeReference(heap.text(name))),
            }),
            ExprKind::Access { left, keys } => Value::Type(self.access(expr, left, keys)?),
            ExprKind::Undef => Value::Undef,
            ExprKind::Default => Value::Default,
            ExprKind::Boolean(b) => Value::Boolean(b),
            ExprKind::Integer { value, .. } => Value::Integer(value),
            ExprKind::Float(f) => Value::Float(f),
            ExprKind::String(s) | ExprKind::Name(s) => Value::string(heap, s),
            ExprKind::Regexp(source) => Value::Regexp(Regexp::new(heap, source)?),
            ExprKind::Unary {
                op: UnaryOp::Minus,
                operand,
            } => match self.value(operand)? {
                Value::Integer(i) => Value::Integer(i.wrapping_neg()),
                Value::Float(f) => Value::Float(-f),
                _ => return self.not_a_type(expr),
            },
            ExprKind::Paren(inner) => self.value(inner)?,
            ExprKind::Array(items) => {
                let items = self.values(items)?;
                Value::array(heap, &items)
            }
            ExprKind::Hash(entries) => self.hash(entries)?,
            _ => return self.not_a_type(expr),
        })
    }

    fn values(&mut self, exprs: &[Expr<'_>]) -> Res<'h, Vec<Value<'h>>> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    fn hash(&mut self, entries: &[HashEntry<'_>]) -> Res<'h> {
        let mut builder = HashBuilder::with_capacity(entries.len());
        for entry in entries {
            let key = self.value(&entry.key)?;
            let value = self.value(&entry.value)?;
            builder.insert(key, value);
        }
        Ok(Value::Hash(builder.finish(self.heap)))
    }

    fn access(
        &mut self,
        expr: &Expr<'_>,
        left: &Expr<'_>,
        keys: &[Expr<'_>],
    ) -> Res<'h, TypeRef<'h>> {
        let ExprKind::TypeName(name) = left.kind else {
            return self.not_a_type(expr);
        };
        let Some(base) = (self.names)(name)? else {
            let source = self.heap.text(self.source(expr));
            return Ok(self.heap.alloc(Type::TypeReference(source)));
        };
        let keys = self.values(keys)?;
        self.count(name, base, keys.len())?;
        // a size alone is enough here
        if let (Type::Array { .. }, [Value::Integer(from)]) = (base, &keys[..]) {
            let size = Some(Size {
                from: (*from).max(0),
                to: None,
            });
            return Ok(self.heap.alloc(Type::Array {
                element: &Type::Any,
                size,
            }));
        }
        match parameterize(self.heap, base, &keys) {
            Ok(Value::Type(ty)) => Ok(ty),
            Ok(_) => self.not_a_type(expr),
            Err(AccessError {
                plain: true,
                message,
                ..
            }) => fail(message),
            Err(problem) => match (base, problem.issue) {
                (Type::Enum { .. }, _) => fail("Enum parameters must be identifiers or strings"),
                (Type::Boolean(_), _) => fail("Boolean parameter must be true or false"),
                (_, "OPERATOR_NOT_APPLICABLE") => {
                    fail(format!("Not a parameterized type <{name}>"))
                }
                _ => self.not_a_type(expr),
            },
        }
    }

    /// Checks the number of parameters.
    fn count(&self, name: &str, base: TypeRef<'h>, given: usize) -> Res<'h, ()> {
        let (min, max) = match base {
            Type::Resource {
                type_name: None, ..
            } => (1, 2),
            Type::Resource { .. } | Type::Class(_) => (1, 1),
            Type::Array { .. } => (1, 3),
            Type::Hash { .. } => (2, 4),
            Type::Runtime { .. } => (2, 2),
            Type::Integer { .. }
            | Type::Float { .. }
            | Type::String(_)
            | Type::Collection(_)
            | Type::Timespan { .. }
            | Type::Timestamp { .. } => (1, 2),
            Type::Boolean(_)
            | Type::Regexp(_)
            | Type::Struct(_)
            | Type::Uri(_)
            | Type::Iterable(_)
            | Type::Iterator(_)
            | Type::Optional(_)
            | Type::NotUndef(_)
            | Type::Sensitive(_)
            | Type::Type(_) => (1, 1),
            _ => return Ok(()),
        };
        if (min..=max).contains(&given) {
            return Ok(());
        }
        let requires = match max - min {
            0 => min.to_string(),
            1 => format!("{min} or {max}"),
            _ => format!("{min} to {max}"),
        };
        fail(format!(
            "Invalid number of type parameters specified: {name} requires {requires}, {given} provided"
        ))
    }
}
