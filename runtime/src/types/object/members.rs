//! The types that a named TypeSet defines: `type T = TypeSet[{types => {Port => Integer}}]`.
//!
//! They are known as `T::Port` once the set is. Inside the set a type is known by its own name,
//! also before its definition, and those of sets that it refers to under the names that it gives
//! to these.

use mir::{Constant, Literal, LiteralKind};

use super::set::{TypeSet, type_set};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::host::SetOrigin;
use crate::semver::{Range, Version};
use crate::text;
use crate::types::alias::{complete, named_definition, object_target};
use crate::types::{Type, TypeAlias, TypeRef, parse};
use crate::value::{Hash, HashBuilder, Value};

/// A type of a set.
struct Member<'h, 'l> {
    /// Its name in the set.
    name: &'l str,
    literal: &'l Literal,
    alias: &'h TypeAlias<'h>,
    state: State<'h>,
}

enum State<'h> {
    Waiting,
    /// Its definition is being read, which may speak of it.
    Open,
    Known(TypeRef<'h>),
}

/// The members of a set that are being read, and the sets that it refers to.
struct Members<'h, 'l> {
    source: &'l str,
    members: Vec<Member<'h, 'l>>,
    references: Vec<(&'h str, &'h TypeSet<'h>)>,
    origin: SetOrigin,
}

/// The set `name` that a hash literal, a part of `source`, defines.
///
/// # Errors
/// What is wrong with the definition of the set or of a type in it.
pub(in crate::types) fn define_set<'h>(
    cx: &mut Cx<'h>,
    name: &'h str,
    entries: &[(Literal, Literal)],
    source: &str,
) -> Res<'h, TypeRef<'h>> {
    let heap = cx.heap;
    let hash = outline(cx, entries, source)?;
    let base: TypeRef<'h> = &Type::TypeSet(&TypeSet::ANY);
    let set = match type_set(heap, &[named_definition(heap, base, &hash, name)]) {
        Ok(Type::TypeSet(set)) => set,
        Ok(_) => return fail(format!("The alias {name} does not name a type")),
        Err(problem) => return fail(problem.message),
    };
    let definitions = definitions(entries);
    let mut reader = Members {
        source,
        origin: cx.host.set_origin(),
        references: references(cx, name, set)?,
        members: definitions
            .iter()
            .map(|(simple, literal)| Member {
                name: simple,
                literal,
                alias: heap.alloc(TypeAlias::new(heap.text(&format!("{name}::{simple}")))),
                state: State::Waiting,
            })
            .collect(),
    };
    let mut types = Vec::with_capacity(reader.members.len());
    for at in 0..reader.members.len() {
        let ty = reader.member(cx, at)?;
        types.push((heap.text(reader.members[at].name), ty));
    }
    for (member, (_, ty)) in reader.members.iter().zip(&types) {
        let symbol = frontend::Symbol::intern(member.alias.name);
        cx.heap.pin();
        cx.type_names.insert(symbol, Value::Type(ty));
    }
    Ok(heap.alloc(Type::TypeSet(
        heap.alloc(set.with_types(heap.slice(&types))),
    )))
}

fn key(literal: &Literal) -> Option<&str> {
    match &literal.kind {
        LiteralKind::Constant(Constant::String(key)) | LiteralKind::TypeName(key) => Some(key),
        _ => None,
    }
}

/// The names and literals of the types that a set defines.
fn definitions(entries: &[(Literal, Literal)]) -> Vec<(&str, &Literal)> {
    let types = entries.iter().find(|(name, _)| key(name) == Some("types"));
    let Some(LiteralKind::Hash(types)) = types.map(|(_, types)| &types.kind) else {
        return Vec::new();
    };
    let named = types
        .iter()
        .map(|(name, literal)| Some((key(name)?, literal)));
    named.flatten().collect()
}

/// The hash that defines a set, with any type in the place of its types. Names are texts where a
/// key is expected.
fn outline<'h>(cx: &mut Cx<'h>, entries: &[(Literal, Literal)], source: &str) -> Res<'h, Hash<'h>> {
    let heap = cx.heap;
    let mut names = |name: &str| parse::named(cx, name);
    let mut outline = HashBuilder::with_capacity(entries.len());
    for (name, value) in entries {
        let value = match (key(name), &value.kind) {
            (Some(part @ ("types" | "references")), LiteralKind::Hash(named)) => {
                let mut builder = HashBuilder::with_capacity(named.len());
                for (name, value) in named {
                    let key = match &name.kind {
                        LiteralKind::TypeName(name) => Value::string(heap, name),
                        _ => parse::literal_value(heap, &mut names, source, name)?,
                    };
                    let value = match (part, &value.kind) {
                        ("types", LiteralKind::TypeName(_) | LiteralKind::Access { .. }) => {
                            Value::Type(&Type::Any)
                        }
                        ("types", LiteralKind::Hash(_)) => Value::hash(heap, &[]),
                        ("types", _) => return parse::not_a_type(source, value),
                        _ => parse::literal_value(heap, &mut names, source, value)?,
                    };
                    builder.insert(key, value);
                }
                Value::Hash(builder.finish(heap))
            }
            _ => parse::literal_value(heap, &mut names, source, value)?,
        };
        let name = parse::literal_value(heap, &mut names, source, name)?;
        outline.insert(name, value);
    }
    Ok(*outline.finish(heap))
}

/// The sets that a set refers to, under the names that it gives to them.
fn references<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    set: &TypeSet<'h>,
) -> Res<'h, Vec<(&'h str, &'h TypeSet<'h>)>> {
    let mut found = Vec::new();
    for (alias, reference) in set.references() {
        if set.member(alias).is_some() {
            return fail(format!(
                "TypeSet '{name}' references a TypeSet using alias '{alias}'. The alias collides with the name of a declared type"
            ));
        }
        let wanted = reference.get_str("version_range");
        let range = match wanted {
            Some(Value::SemVerRange(range)) => *range,
            Some(Value::String(text)) => match Range::parse(cx.heap, text.as_str()) {
                Ok(range) => range,
                Err(problem) => return fail(problem),
            },
            _ => continue,
        };
        let of = reference
            .get_str("name")
            .and_then(Value::as_str)
            .unwrap_or("");
        let subject = format!("TypeSet '{name}' reference to TypeSet named '{of}'");
        let target = match cx.host.set_origin() {
            SetOrigin::Member => None,
            SetOrigin::Code | SetOrigin::Whole => parse::named(cx, of)?,
        };
        let target = match target {
            Some(Type::TypeSet(target)) => *target,
            Some(other) => {
                let other = crate::types::format::named(other);
                return fail(format!("{subject} resolves to a {other}"));
            }
            None => return fail(format!("{subject} cannot be resolved")),
        };
        let version = target.version().unwrap_or("");
        if !Version::parse(version).is_some_and(|version| range.contains(&version)) {
            let range = wanted.map(text::interpolated).unwrap_or_default();
            return fail(format!(
                "{subject} resolves to an incompatible version. Expected {range}, got {version}"
            ));
        }
        found.push((alias, target));
    }
    Ok(found)
}

impl<'h> Members<'h, '_> {
    /// A type of the set, read when it is asked for first.
    fn member(&mut self, cx: &mut Cx<'h>, at: usize) -> Res<'h, TypeRef<'h>> {
        let Member {
            literal,
            alias,
            ref state,
            ..
        } = self.members[at];
        match state {
            State::Known(ty) => return Ok(ty),
            State::Open => return Ok(cx.heap.alloc(Type::Alias(alias))),
            State::Waiting => self.members[at].state = State::Open,
        }
        let (heap, source) = (cx.heap, self.source);
        let mut names = |name: &str| self.named(cx, name);
        let target = match object_target(heap, alias.name, literal, source, &mut names)? {
            Some(target) => target,
            None => parse::literal(heap, &mut names, source, literal)?,
        };
        let ty = complete(cx, alias, target)?;
        self.members[at].state = State::Known(ty);
        Ok(ty)
    }

    /// A type by its name inside the set.
    fn named(&mut self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
        let whole = self.origin == SetOrigin::Whole;
        if let Some(at) = self.members.iter().position(|member| member.name == name) {
            return match whole {
                true => Ok(None),
                false => self.member(cx, at).map(Some),
            };
        }
        if let Some((alias, rest)) = name.split_once("::")
            && let Some((_, set)) = self.references.iter().find(|(known, _)| *known == alias)
        {
            return Ok(set.member(rest).filter(|_| !whole));
        }
        let own = |member: &Member<'_, '_>| member.alias.name == name;
        match self.members.iter().position(own) {
            Some(at) => self.member(cx, at).map(Some),
            None => parse::named(cx, name),
        }
    }
}
