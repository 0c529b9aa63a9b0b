//! Decides whether a type accepts a value, from the type's expression and the shape of the value.
//!
//! Types are not built. Their expressions are read directly, and aliases are looked up in the
//! world. Types with parameters that are not supported here give [`Verdict::Open`].

use frontend::ast::{Expr, ExprKind, UnaryOp};
use frontend::visit::children;
use rubycore::regexp;

use crate::shape::Shape;
use crate::verdict::Verdict;
use crate::world::World;

/// The maximum number of nested aliases that are followed.
const DEPTH_MAX: u32 = 40;

fn is_variant(name: &str) -> bool {
    name.trim_start_matches("::") == "Variant"
}

/// Evaluates type expressions.
#[derive(Clone, Copy)]
pub struct Types<'w, 'a> {
    world: &'w World<'a>,
    depth: u32,
}

impl<'w, 'a> Types<'w, 'a> {
    /// Uses the aliases of a world.
    pub fn new(world: &'w World<'a>) -> Types<'w, 'a> {
        Types { world, depth: 0 }
    }

    /// Returns true if a type accepts a value of that shape.
    pub fn takes(self, ty: &Expr<'a>, shape: &Shape<'_>) -> Verdict {
        match shape {
            Shape::Unknown => self.takes_unknown(ty),
            Shape::OneOf(shapes) => {
                let mut verdicts = shapes.iter().map(|shape| self.takes(ty, shape));
                let first = verdicts.next().unwrap_or(Verdict::Open);
                verdicts.fold(first, |all, one| match all == one {
                    true => all,
                    false => Verdict::Open,
                })
            }
            _ => self.takes_one(ty, shape),
        }
    }

    /// Returns true if a type contains a `Variant` without types.
    fn has_empty_variant(self, ty: &Expr<'a>) -> bool {
        let inner = Types {
            depth: self.depth + 1,
            ..self
        };
        match ty.kind {
            _ if self.depth >= DEPTH_MAX => false,
            ExprKind::TypeName(name) => {
                let alias = self.world.alias(name);
                is_variant(name) || alias.is_some_and(|value| inner.has_empty_variant(value))
            }
            ExprKind::Access { left, keys } if matches!(left.kind, ExprKind::TypeName(_)) => {
                keys.iter().any(|key| inner.has_empty_variant(key))
            }
            _ => {
                let mut found = false;
                children(ty, &mut |child| found |= inner.has_empty_variant(child));
                found
            }
        }
    }

    fn takes_unknown(self, ty: &Expr<'a>) -> Verdict {
        match ty.kind {
            ExprKind::TypeName("Any") => Verdict::Yes,
            _ => Verdict::Open,
        }
    }

    fn takes_one(self, ty: &Expr<'a>, shape: &Shape<'_>) -> Verdict {
        let named = |name, keys| match self.named(name, keys, shape) {
            Verdict::Open if !self.has_empty_variant(ty) => {
                self.world.memberships.takes(self.world, ty, shape)
            }
            verdict => verdict,
        };
        match ty.kind {
            ExprKind::TypeName(name) => named(name, &[]),
            ExprKind::Access { left, keys } => match left.kind {
                ExprKind::TypeName(name) => named(name, keys),
                _ => Verdict::Open,
            },
            ExprKind::Paren(inner) => self.takes(inner, shape),
            // a text in place of a type accepts only itself
            ExprKind::String(text) | ExprKind::Name(text) => match shape {
                Shape::Text(Some(value)) => Verdict::of(*value == *text),
                Shape::Text(None) => Verdict::Open,
                _ => Verdict::No,
            },
            ExprKind::Boolean(wanted) => match shape {
                Shape::Boolean(Some(value)) => Verdict::of(*value == wanted),
                Shape::Boolean(None) => Verdict::Open,
                _ => Verdict::No,
            },
            _ => Verdict::Open,
        }
    }

    // Long because each type of the language has an arm.
    fn named(self, name: &str, keys: &'a [Expr<'a>], shape: &Shape<'_>) -> Verdict {
        use Shape::{Array, Boolean, Float, Hash, Integer, Text, Undef};
        match name.trim_start_matches("::") {
            "Any" | "Unit" => Verdict::Yes,
            "Undef" => Verdict::of(*shape == Undef),
            "NotUndef" => match (shape, keys.first()) {
                (Undef, _) => Verdict::No,
                (_, Some(inner)) => self.takes(inner, shape),
                (_, None) => Verdict::Yes,
            },
            "Optional" => match (shape, keys.first()) {
                (Undef, _) | (_, None) => Verdict::Yes,
                (_, Some(inner)) => self.takes(inner, shape),
            },
            // Puppet finds no mismatch to report for a parameter with this type, whatever its value, though
            // `=~` is false
            "Variant" if keys.is_empty() => Verdict::Open,
            "Variant" => {
                let verdicts = keys.iter().map(|key| self.takes(key, shape));
                verdicts.fold(Verdict::No, Verdict::or)
            }
            "String" => match shape {
                Text(text) => text_size(text.as_deref(), keys),
                _ => Verdict::No,
            },
            "Enum" => enumerated(keys, shape),
            "Pattern" => patterned(keys, shape),
            "Integer" => match shape {
                Integer(value) => whole_range(*value, keys),
                _ => Verdict::No,
            },
            "Float" => match shape {
                Float(value) => float_range(*value, keys),
                _ => Verdict::No,
            },
            "Numeric" => Verdict::of(matches!(shape, Integer(_) | Float(_))),
            "Boolean" => match (shape, keys.first().map(|key| key.kind)) {
                (Boolean(Some(value)), Some(ExprKind::Boolean(wanted))) => {
                    Verdict::of(*value == wanted)
                }
                (Boolean(None), Some(_)) => Verdict::Open,
                (Boolean(_), _) => Verdict::Yes,
                _ => Verdict::No,
            },
            "Default" => Verdict::of(*shape == Shape::Default),
            "Regexp" => Verdict::of(*shape == Shape::Regexp),
            "Array" => self.array(keys, shape),
            "Tuple" => self.tuple(keys, shape),
            "Hash" => self.hash(keys, shape),
            "Struct" => self.structure(keys, shape),
            "Collection" => match shape {
                Array(_) | Hash(_) if keys.is_empty() => Verdict::Yes,
                Array(Some(items)) => in_range(items.len() as i64, keys),
                Hash(Some(pairs)) => in_range(pairs.len() as i64, keys),
                Array(None) | Hash(None) => Verdict::Open,
                _ => Verdict::No,
            },
            "Scalar" | "ScalarData" => self.scalar(name, shape),
            "Data" => self.data(shape),
            "Iterable" => match shape {
                Text(_) | Array(_) | Hash(_) if keys.is_empty() => Verdict::Yes,
                Boolean(_) | Undef | Float(_) | Shape::Regexp | Shape::Default => Verdict::No,
                // natural numbers and ranges are iterable too
                _ => Verdict::Open,
            },
            // no literal is such a value, nor is a block
            "Callable" | "Runtime" | "Error" | "Deferred" => match shape {
                Shape::Type | Shape::Instance(_) if name != "Callable" => Verdict::Open,
                _ => Verdict::No,
            },
            "Iterator" | "TypeSet" | "Object" => match shape {
                Shape::Type | Shape::Instance(_) => Verdict::Open,
                _ => Verdict::No,
            },
            "RichData" | "RichDataKey" | "Init" | "Target" => Verdict::Open,
            "SemVer" | "SemVerRange" | "Timespan" | "Timestamp" | "Binary" | "Sensitive" => {
                match shape {
                    Shape::Instance(own) if *own == name => match keys.is_empty() {
                        true => Verdict::Yes,
                        false => Verdict::Open,
                    },
                    _ => Verdict::No,
                }
            }
            "URI" | "Type" | "CatalogEntry" | "Class" | "Resource" => match shape {
                Shape::Type | Shape::Regexp | Shape::Default => Verdict::Open,
                _ => Verdict::No,
            },
            other => self.other(other, keys, shape),
        }
    }

    /// Decides for an alias or a resource type.
    fn other(self, name: &str, keys: &[Expr<'a>], shape: &Shape<'_>) -> Verdict {
        if self.depth >= DEPTH_MAX {
            return Verdict::Open;
        }
        if let Some(value) = self.world.alias(name).filter(|_| keys.is_empty()) {
            let inner = Types {
                depth: self.depth + 1,
                ..self
            };
            return inner.takes(value, shape);
        }
        if !self.world.is_resource_type(name) {
            return Verdict::Open;
        }
        match shape {
            Shape::Type | Shape::Default | Shape::Regexp => Verdict::Open,
            _ => Verdict::No,
        }
    }

    fn scalar(self, name: &str, shape: &Shape<'_>) -> Verdict {
        match shape {
            Shape::Boolean(_) | Shape::Integer(_) | Shape::Float(_) | Shape::Text(_) => {
                Verdict::Yes
            }
            Shape::Regexp => Verdict::of(name == "Scalar"),
            Shape::Instance(own) => {
                Verdict::of(name == "Scalar" && !matches!(*own, "Binary" | "Sensitive"))
            }
            _ => Verdict::No,
        }
    }

    fn data(self, shape: &Shape<'_>) -> Verdict {
        match shape {
            Shape::Undef => Verdict::Yes,
            Shape::Array(Some(items)) => all(items.iter().map(|item| self.data_of(item))),
            Shape::Hash(Some(pairs)) => all(pairs.iter().map(|(key, value)| {
                let key = match key {
                    Shape::Text(_) => Verdict::Yes,
                    Shape::Unknown | Shape::OneOf(_) => Verdict::Open,
                    _ => Verdict::No,
                };
                key.and(self.data_of(value))
            })),
            Shape::Array(None) | Shape::Hash(None) => Verdict::Open,
            _ => self.scalar("ScalarData", shape),
        }
    }

    fn data_of(self, shape: &Shape<'_>) -> Verdict {
        match shape {
            Shape::Unknown | Shape::OneOf(_) => Verdict::Open,
            _ => self.data(shape),
        }
    }

    fn array(self, keys: &'a [Expr<'a>], shape: &Shape<'_>) -> Verdict {
        let Shape::Array(items) = shape else {
            return Verdict::No;
        };
        let (types, sizes) = split_sizes(keys);
        let Some(items) = items else {
            return match keys.is_empty() {
                true => Verdict::Yes,
                false => Verdict::Open,
            };
        };
        let size = in_range(items.len() as i64, sizes);
        match types.first() {
            Some(ty) => all(items.iter().map(|item| self.takes(ty, item))).and(size),
            None => size,
        }
    }

    fn tuple(self, keys: &'a [Expr<'a>], shape: &Shape<'_>) -> Verdict {
        let Shape::Array(items) = shape else {
            return Verdict::No;
        };
        let (types, sizes) = split_sizes(keys);
        let Some(items) = items else {
            return Verdict::Open;
        };
        let count = items.len() as i64;
        let size = match sizes.is_empty() {
            true => Verdict::of(count == types.len() as i64),
            false => in_range(count, sizes),
        };
        let typed =
            items
                .iter()
                .enumerate()
                .map(|(at, item)| match types.get(at).or(types.last()) {
                    Some(ty) => self.takes(ty, item),
                    None => Verdict::Open,
                });
        all(typed).and(size)
    }

    fn hash(self, keys: &'a [Expr<'a>], shape: &Shape<'_>) -> Verdict {
        let Shape::Hash(pairs) = shape else {
            return Verdict::No;
        };
        let (types, sizes) = split_sizes(keys);
        let Some(pairs) = pairs else {
            return match keys.is_empty() {
                true => Verdict::Yes,
                false => Verdict::Open,
            };
        };
        let size = in_range(pairs.len() as i64, sizes);
        let [key_type, value_type] = types else {
            return size;
        };
        let typed = pairs
            .iter()
            .map(|(key, value)| self.takes(key_type, key).and(self.takes(value_type, value)));
        all(typed).and(size)
    }

    fn structure(self, keys: &'a [Expr<'a>], shape: &Shape<'_>) -> Verdict {
        let Shape::Hash(pairs) = shape else {
            return Verdict::No;
        };
        let (Some(pairs), [entries]) = (pairs, keys) else {
            return Verdict::Open;
        };
        let ExprKind::Hash(entries) = entries.kind else {
            return Verdict::Open;
        };
        let mut verdict = Verdict::Yes;
        let mut known = Vec::new();
        for entry in entries {
            let Some((name, is_optional)) = member(&entry.key) else {
                return Verdict::Open;
            };
            known.push(name);
            let given = pairs.iter().find(|(key, _)| key.known_text() == Some(name));
            verdict = verdict.and(match given {
                Some((_, value)) => self.takes(&entry.value, value),
                None => match is_optional {
                    Some(true) => Verdict::Yes,
                    Some(false) => Verdict::No,
                    None => self.takes(&entry.value, &Shape::Undef),
                },
            });
        }
        let extra = pairs.iter().map(|(key, _)| match key {
            Shape::Text(Some(text)) => Verdict::of(known.iter().any(|name| *name == text)),
            Shape::Text(None) | Shape::Unknown | Shape::OneOf(_) => Verdict::Open,
            _ => Verdict::No,
        });
        // an unknown key may be the one that seems to be missing
        match extra.fold(Verdict::Yes, Verdict::and) {
            Verdict::Open => Verdict::Open,
            extra => verdict.and(extra),
        }
    }

    /// Returns the shape that all values of a type have.
    pub fn shape(self, ty: &Expr<'a>) -> Shape<'a> {
        let (name, keys): (&str, &[Expr<'a>]) = match ty.kind {
            ExprKind::TypeName(name) => (name, &[]),
            ExprKind::Access { left, keys } => match left.kind {
                ExprKind::TypeName(name) => (name, keys),
                _ => return Shape::Unknown,
            },
            ExprKind::String(text) => return Shape::text(text),
            ExprKind::Paren(inner) => return self.shape(inner),
            _ => return Shape::Unknown,
        };
        match name {
            "Undef" => Shape::Undef,
            "String" | "Pattern" => Shape::Text(None),
            "Enum" => self.shape_of_enum(keys),
            "Integer" => Shape::Integer(None),
            "Float" => Shape::Float(None),
            "Numeric" => Shape::OneOf(vec![Shape::Integer(None), Shape::Float(None)]),
            "Boolean" => match keys.first().map(|key| key.kind) {
                Some(ExprKind::Boolean(value)) => Shape::Boolean(Some(value)),
                _ => Shape::Boolean(None),
            },
            "Array" | "Tuple" => Shape::Array(None),
            "Hash" | "Struct" => Shape::Hash(None),
            "Regexp" => Shape::Regexp,
            "Binary" => Shape::Instance("Binary"),
            "SemVer" => Shape::Instance("SemVer"),
            "SemVerRange" => Shape::Instance("SemVerRange"),
            "Sensitive" => Shape::Instance("Sensitive"),
            "Timespan" => Shape::Instance("Timespan"),
            "Timestamp" => Shape::Instance("Timestamp"),
            "Type" | "Class" => Shape::Type,
            "Optional" => match keys.first() {
                Some(inner) => Shape::one_of(vec![Shape::Undef, self.shape(inner)]),
                None => Shape::Unknown,
            },
            "NotUndef" => keys.first().map_or(Shape::Unknown, |key| self.shape(key)),
            "Variant" => Shape::one_of(keys.iter().map(|key| self.shape(key)).collect()),
            other => match self.world.alias(other) {
                Some(value) if keys.is_empty() && self.depth < DEPTH_MAX => {
                    let inner = Types {
                        depth: self.depth + 1,
                        ..self
                    };
                    inner.shape(value)
                }
                _ => Shape::Unknown,
            },
        }
    }

    fn shape_of_enum(self, keys: &'a [Expr<'a>]) -> Shape<'a> {
        let texts: Option<Vec<Shape<'a>>> = keys
            .iter()
            .map(|key| match key.kind {
                ExprKind::String(text) | ExprKind::Name(text) => Some(Shape::text(text)),
                _ => None,
            })
            .collect();
        match texts {
            Some(texts) if !texts.is_empty() => Shape::one_of(texts),
            _ => Shape::Text(None),
        }
    }
}

fn all(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    verdicts.fold(Verdict::Yes, Verdict::and)
}

/// Returns the name of a Struct member, and whether its key makes it optional.
fn member<'a>(key: &Expr<'a>) -> Option<(&'a str, Option<bool>)> {
    match key.kind {
        ExprKind::String(text) | ExprKind::Name(text) => Some((text, None)),
        ExprKind::Access {
            left,
            keys: [inner],
        } => {
            let (name, _) = member(inner)?;
            match left.kind {
                ExprKind::TypeName("Optional") => Some((name, Some(true))),
                ExprKind::TypeName("NotUndef") => Some((name, Some(false))),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Splits the parameters of a type into types and sizes.
fn split_sizes<'a>(keys: &'a [Expr<'a>]) -> (&'a [Expr<'a>], &'a [Expr<'a>]) {
    let types = keys.iter().take_while(|key| bound(key).is_none()).count();
    keys.split_at(types)
}

/// Returns the number of a bound (`None` for `default`), or `None` if the key is not a bound.
fn bound(key: &Expr<'_>) -> Option<Option<i64>> {
    match key.kind {
        ExprKind::Integer { value, .. } => Some(Some(value)),
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => match operand.kind {
            ExprKind::Integer { value, .. } => Some(Some(-value)),
            _ => None,
        },
        ExprKind::Default => Some(None),
        _ => None,
    }
}

/// Returns true if a parameter of a type is a bound of its size and not a type.
pub fn is_bound(key: &Expr<'_>) -> bool {
    bound(key).is_some()
}

fn in_range(value: i64, keys: &[Expr<'_>]) -> Verdict {
    let bounds: Option<Vec<Option<i64>>> = keys.iter().map(bound).collect();
    match bounds.as_deref() {
        Some([]) => Verdict::Yes,
        Some([low]) => Verdict::of(low.is_none_or(|low| value >= low)),
        Some([low, high]) => {
            Verdict::of(low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high))
        }
        _ => Verdict::Open,
    }
}

fn whole_range(value: Option<i64>, keys: &[Expr<'_>]) -> Verdict {
    match value {
        Some(value) => in_range(value, keys),
        None if keys.is_empty() => Verdict::Yes,
        None => Verdict::Open,
    }
}

fn float_range(value: Option<f64>, keys: &[Expr<'_>]) -> Verdict {
    let (Some(value), false) = (value, keys.is_empty()) else {
        return match keys.is_empty() {
            true => Verdict::Yes,
            false => Verdict::Open,
        };
    };
    let bounds: Option<Vec<Option<f64>>> = keys.iter().map(float_bound).collect();
    match bounds.as_deref() {
        Some([low]) => Verdict::of(low.is_none_or(|low| value >= low)),
        Some([low, high]) => {
            Verdict::of(low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high))
        }
        _ => Verdict::Open,
    }
}

/// Returns the number of a bound of a Float (`None` for `default`), or `None` if it is not known.
fn float_bound(key: &Expr<'_>) -> Option<Option<f64>> {
    match key.kind {
        ExprKind::Float(value) => Some(Some(value)),
        _ => bound(key).map(|bound| bound.map(|bound| bound as f64)),
    }
}

fn text_size(text: Option<&str>, keys: &[Expr<'_>]) -> Verdict {
    match (text, keys.is_empty()) {
        (_, true) => Verdict::Yes,
        (Some(text), false) => in_range(text.chars().count() as i64, keys),
        (None, false) => Verdict::Open,
    }
}

fn enumerated(keys: &[Expr<'_>], shape: &Shape<'_>) -> Verdict {
    let Shape::Text(text) = shape else {
        return Verdict::No;
    };
    let (Some(text), false) = (text, keys.is_empty()) else {
        return match keys.is_empty() {
            true => Verdict::Yes,
            false => Verdict::Open,
        };
    };
    let folds = matches!(
        keys.last().map(|key| key.kind),
        Some(ExprKind::Boolean(true))
    );
    let mut verdict = Verdict::No;
    for key in keys {
        verdict = verdict.or(match key.kind {
            ExprKind::String(wanted) | ExprKind::Name(wanted) if folds => {
                Verdict::of(wanted.eq_ignore_ascii_case(text))
            }
            ExprKind::String(wanted) | ExprKind::Name(wanted) => Verdict::of(*wanted == **text),
            ExprKind::Boolean(_) => Verdict::No,
            _ => Verdict::Open,
        });
    }
    verdict
}

fn patterned(keys: &[Expr<'_>], shape: &Shape<'_>) -> Verdict {
    let Shape::Text(text) = shape else {
        return Verdict::No;
    };
    let Some(text) = text else {
        return match keys.is_empty() {
            true => Verdict::Yes,
            false => Verdict::Open,
        };
    };
    let mut verdict = match keys.is_empty() {
        true => Verdict::Yes,
        false => Verdict::No,
    };
    for key in keys {
        verdict = verdict.or(match key.kind {
            ExprKind::Regexp(source) | ExprKind::String(source) => {
                let pattern = regexp::pattern(source, regexp::Options::default());
                pattern.is_match(text).map_or(Verdict::Open, Verdict::of)
            }
            _ => Verdict::Open,
        });
    }
    verdict
}
