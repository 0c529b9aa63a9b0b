//! Finds the types that a named TypeSet defines: `type T = TypeSet[{types => {Port => Integer}}]`.
//!
//! They are known as `T::Port` after the set's definition. Inside the set a type is known by its
//! own name, also before its definition, and types of sets that it refers to by the names that it
//! gives to these sets. A nested set knows the names of the enclosing sets, which take precedence.
//! The types of a nested set are known by their full names (`T::Inner::Port`) after its definition,
//! and only inside the outermost set.

use std::sync::Arc;

use frontend::Source;
use mir::{Constant, Literal, LiteralKind};

use super::ObjectType;
use super::define::check;
use super::set::{NAME, type_set};
use super::{SetOrigin, TypeSet};
use crate::cx::Cx;
use crate::error::{Error, Form, Place, Res, fail};
use crate::heap::Heap;
use crate::text;
use crate::types::alias::{complete, named_definition, object_target, set_definition};
use crate::types::parse::Names;
use crate::types::{Type, TypeAlias, TypeRef, parse};
use crate::value::{Hash, HashBuilder, Value};
use rubycore::semver::{Range, Version};

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
    /// The definition is being read, and may refer to the type itself.
    Open,
    Defined(TypeRef<'h>),
}

/// The type of a name inside a set.
enum Found<'h> {
    Type(TypeRef<'h>),
    /// The set has this name, but no type for it.
    Nothing,
    /// The set does not know the name.
    Unknown,
}

/// Looks a name up in the sets around a set.
type Around<'a, 'h> = dyn FnMut(&mut Cx<'h>, &str) -> Res<'h, Found<'h>> + 'a;

/// The members of a set that are being read, and the sets that it refers to.
struct Members<'h, 'l, 'a> {
    source: &'l Arc<Source>,
    members: Vec<Member<'h, 'l>>,
    references: Vec<(&'h str, &'h TypeSet<'h>)>,
    origin: SetOrigin,
    around: &'a mut Around<'a, 'h>,
}

/// Defines the set `name` from a hash literal, which is a part of `source`.
///
/// # Errors
/// Returns the error about the definition of the set or of a type in it.
pub(in crate::types) fn define_set<'h>(
    cx: &mut Cx<'h>,
    name: &'h str,
    entries: &[(Literal, Literal)],
    source: &Arc<Source>,
) -> Res<'h, TypeRef<'h>> {
    let set = read(cx, name, entries, source, &mut |_, _| Ok(Found::Unknown))?;
    for (simple, ty) in set.members() {
        let symbol = frontend::Symbol::intern(&format!("{name}::{simple}"));
        cx.heap.pin();
        cx.type_names.insert(symbol, Value::Type(ty));
    }
    Ok(cx.heap.alloc(Type::TypeSet(cx.heap.alloc(set))))
}

/// Works like [`define_set`], but its types have no names outside of it, like those of a nested
/// set.
fn read<'h>(
    cx: &mut Cx<'h>,
    name: &'h str,
    entries: &[(Literal, Literal)],
    source: &Arc<Source>,
    around: &mut Around<'_, 'h>,
) -> Res<'h, TypeSet<'h>> {
    let heap = cx.heap;
    let hash = outline(cx, name, entries, &source.text)?;
    let base: TypeRef<'h> = &Type::TypeSet(&TypeSet::ANY);
    let set = match type_set(heap, &[named_definition(heap, base, &hash, name)]) {
        Ok(Type::TypeSet(set)) => set,
        Ok(_) => return fail(format!("The alias {name} does not name a type")),
        Err(problem) => return fail(problem.message),
    };
    let definitions = definitions(entries);
    let mut reader = Members {
        source,
        around: &mut |cx, name| around(cx, name),
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
    for member in &reader.members {
        cx.host.check_new_type(member.alias.name)?;
    }
    let mut types = Vec::with_capacity(reader.members.len());
    for at in 0..reader.members.len() {
        let ty = reader.member(cx, at)?;
        types.push((heap.text(reader.members[at].name), ty));
    }
    Ok(set.with_types(heap.slice(&types)))
}

fn key(literal: &Literal) -> Option<&str> {
    match &literal.kind {
        LiteralKind::Constant(Constant::String(key)) | LiteralKind::TypeName(key) => Some(key),
        _ => None,
    }
}

/// Returns the names and literals of the types that a set defines.
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

/// Returns the hash that defines a set, with any type in the place of its types. Names become texts
/// where a key is expected.
fn outline<'h>(
    cx: &mut Cx<'h>,
    set: &str,
    entries: &[(Literal, Literal)],
    source: &str,
) -> Res<'h, Hash<'h>> {
    let heap = cx.heap;
    let mut names = |name: &str| parse::named(cx, name);
    let refused = has_key_of_other_kind(heap, entries, source, &mut names)?;
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
                    if part == "types" {
                        check_defined_name(heap, set, key, &value.kind)?;
                    }
                    if part == "types" && key.as_str().is_none_or(str::is_empty) {
                        let key = text::interpolated(key);
                        return fail(format!("Reference to unresolved type {set}::{key}"));
                    }
                    let value = match (part, &value.kind) {
                        ("types", kind) if refused => {
                            let name = format!("{set}::{}", key.as_str().unwrap_or_default());
                            Value::Type(shown_in_mismatch(heap, &name, kind)?)
                        }
                        ("types", LiteralKind::Hash(_)) => Value::hash(heap, &[]),
                        // a literal that is not a type is refused when the types are read
                        ("types", _) => Value::Type(&Type::Any),
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

/// Checks the full name of a type that a set defines as an Object type or a set, which has it from
/// the start.
fn check_defined_name<'h>(
    heap: &'h Heap,
    set: &str,
    key: Value<'h>,
    definition: &LiteralKind,
) -> Res<'h, ()> {
    let subject = match definition {
        LiteralKind::Hash(_) => "object name",
        LiteralKind::Access { name, .. } => match &**name {
            "Object" => "object name",
            "TypeSet" => "TypeSet name",
            _ => return Ok(()),
        },
        _ => return Ok(()),
    };
    let name = Value::string(heap, &format!("{set}::{}", text::interpolated(key)));
    check(heap, subject, NAME, name).or_else(|problem| fail(problem.message))
}

/// Returns true if a definition has a key that is not a text, for which all of it is refused.
fn has_key_of_other_kind<'h>(
    heap: &'h Heap,
    entries: &[(Literal, Literal)],
    source: &str,
    names: &mut Names<'_, 'h>,
) -> Res<'h, bool> {
    for (name, _) in entries {
        let is_text = parse::literal_value(heap, names, source, name)?;
        if is_text.as_str().is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the type that the message about a refused definition shows for one of its types, which
/// are not read yet.
fn shown_in_mismatch<'h>(heap: &'h Heap, name: &str, kind: &LiteralKind) -> Res<'h, TypeRef<'h>> {
    let base = match kind {
        LiteralKind::Hash(_) => "Object",
        LiteralKind::Access { name, .. } => &**name,
        _ => "",
    };
    Ok(heap.alloc(match base {
        "Object" => Type::Object(heap.alloc(ObjectType {
            name: Some(heap.text(name)),
            ..ObjectType::ANY
        })),
        "TypeSet" => Type::TypeSet(heap.alloc(TypeSet::unread(heap.text(name)))),
        _ => return fail(format!("Reference to unresolved type {name}")),
    }))
}

/// Reads the references to other sets, under the names that the set gives to them.
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

impl<'h> Members<'h, '_, '_> {
    /// Returns a type of the set, which is read on first use.
    fn member(&mut self, cx: &mut Cx<'h>, at: usize) -> Res<'h, TypeRef<'h>> {
        let Member {
            literal,
            alias,
            ref state,
            ..
        } = self.members[at];
        match state {
            State::Defined(ty) => return Ok(ty),
            State::Open => return Ok(cx.heap.alloc(Type::Alias(alias))),
            State::Waiting => self.members[at].state = State::Open,
        }
        let (heap, source) = (cx.heap, &self.source.text);
        if literal.kind == LiteralKind::TwoParents {
            return Err(self.two_parents(literal).into());
        }
        if let Some(entries) = set_definition(literal, source)? {
            let source = self.source;
            let set = read(cx, alias.name, entries, source, &mut |cx, name| {
                self.find(cx, name)
            })?;
            let set: TypeRef<'h> = cx.heap.alloc(Type::TypeSet(cx.heap.alloc(set)));
            self.members[at].state = State::Defined(set);
            return Ok(set);
        }
        let mut names = |name: &str| self.named(cx, name);
        let target = match object_target(heap, alias.name, literal, source, &mut names)? {
            Some(target) => target,
            None => parse::literal(heap, &mut names, source, literal)?,
        };
        let ty = complete(cx, alias, target)?;
        self.members[at].state = State::Defined(ty);
        Ok(ty)
    }

    fn two_parents(&self, literal: &Literal) -> Error {
        Error {
            form: Form::Bare,
            place: Some(Place {
                source: Arc::clone(self.source),
                offset: literal.shown.start,
            }),
            ..Error::plain("The key 'parent' is declared more than once")
        }
    }

    /// Returns a type by its name inside the set.
    fn named(&mut self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        match self.find(cx, name)? {
            Found::Type(ty) => Ok(Some(ty)),
            Found::Nothing => Ok(None),
            Found::Unknown => parse::named(cx, name),
        }
    }

    /// Returns the type of a name in the enclosing sets, or otherwise in this one.
    fn find(&mut self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Found<'h>> {
        match (self.around)(cx, name)? {
            Found::Unknown => {}
            found => return Ok(found),
        }
        let whole = self.origin == SetOrigin::Whole;
        if let Some(at) = self.members.iter().position(|member| member.name == name) {
            return match whole {
                true => Ok(Found::Nothing),
                false => self.member(cx, at).map(Found::Type),
            };
        }
        if let Some((alias, rest)) = name.split_once("::")
            && let Some((_, set)) = self.references.iter().find(|(known, _)| *known == alias)
        {
            let found = match whole {
                true => None,
                false => within(cx, set, rest)?,
            };
            return Ok(found.map_or(Found::Nothing, Found::Type));
        }
        for at in 0..self.members.len() {
            let member = &self.members[at];
            let rest = name.strip_prefix(member.alias.name);
            match (rest, &member.state) {
                (Some(""), _) => return self.member(cx, at).map(Found::Type),
                (Some(rest), State::Defined(Type::TypeSet(set))) if rest.starts_with("::") => {
                    let found = within(cx, set, &rest[2..])?;
                    return Ok(found.map_or(Found::Unknown, Found::Type));
                }
                _ => {}
            }
        }
        Ok(Found::Unknown)
    }
}

/// Returns a type of a set by its name there, or of a set that it refers to.
fn within<'h>(cx: &mut Cx<'h>, set: &'h TypeSet<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
    if let Some(ty) = set.member(name) {
        return Ok(Some(ty));
    }
    let (alias, rest) = match name.split_once("::") {
        Some((alias, rest)) => (alias, Some(rest)),
        None => (name, None),
    };
    let reference = set.references().find(|(known, _)| *known == alias);
    let of = reference.and_then(|(_, reference)| reference.get_str("name")?.as_str());
    let target = match of {
        Some(of) => parse::named(cx, of)?,
        None => None,
    };
    match (target, rest) {
        (Some(Type::TypeSet(target)), Some(rest)) => within(cx, target, rest),
        (target, None) => Ok(target),
        _ => Ok(None),
    }
}
