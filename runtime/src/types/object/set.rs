//! Reads `TypeSet` types: named types that belong together.
//!
//! Spec: document 000, "Object Type, TypeSet".

use super::define::{check, member, no_definition};
use super::{ObjectType, Shown, TypeSet};
use crate::heap::Heap;
use crate::text;
use crate::types::access::{Access, AccessError, plain};
use crate::types::format::Writer;
use crate::types::{Type, TypeRef};
use crate::value::{Hash, HashBuilder, Value};
use rubycore::semver::{Range, Version};

const TYPE_SET: &str = r"Struct[{Optional['pcore_uri'] => AbsoluteUri, 'pcore_version' => Variant[String[1], SemVer], Optional['name_authority'] => AbsoluteUri, Optional['name'] => Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/], Optional['version'] => Variant[String[1], SemVer], Optional['types'] => Hash[Pattern[/\A[A-Z]\w*\z/], Variant[Type, Initializer], 1], Optional['references'] => Hash[Pattern[/\A[A-Z]\w*\z/], Struct[{'name' => Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/], 'version_range' => Variant[String[1], SemVerRange], Optional['name_authority'] => AbsoluteUri, Optional['annotations'] => Annotations}], 1], Optional['annotations'] => Annotations}]";
pub(super) const NAME: &str = r"Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/]";

impl<'h> TypeSet<'h> {
    /// Makes a set that is known by its name alone, as it is shown before its definition is read.
    pub(super) fn unread(name: &'h str) -> TypeSet<'h> {
        TypeSet {
            name: Some(name),
            name_authority: TypeSet::ANY.name_authority,
            ..TypeSet::default()
        }
    }

    /// Returns the types of the set with their names in it.
    pub(super) fn members(&self) -> &'h [(&'h str, TypeRef<'h>)] {
        self.types
    }

    /// Returns the references to other sets by the names that this set gives to them.
    pub(in crate::types) fn references(
        &self,
    ) -> impl Iterator<Item = (&'h str, &'h Hash<'h>)> + use<'h> {
        let all = self
            .references
            .into_iter()
            .flat_map(|references| references.iter());
        all.filter_map(|(alias, reference)| Some((alias.as_str()?, reference.as_hash()?)))
    }

    /// Returns the same set with other types.
    pub(super) fn with_types(&self, types: &'h [(&'h str, TypeRef<'h>)]) -> TypeSet<'h> {
        TypeSet {
            types,
            shown: Shown::Named,
            ..*self
        }
    }

    /// Returns true if two sets have equal definitions.
    pub(in crate::types) fn same(&self, other: &TypeSet<'_>) -> bool {
        let same = |a: Option<Value<'_>>, b: Option<Value<'_>>| match (a, b) {
            (Some(a), Some(b)) => a.same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.name == other.name
            && self.version == other.version
            && self.pcore_uri == other.pcore_uri
            && self.pcore_version == other.pcore_version
            && self.name_authority == other.name_authority
            && self.types == other.types
            && same(self.annotations, other.annotations)
            && same(
                self.references.map(Value::Hash),
                other.references.map(Value::Hash),
            )
    }

    pub(in crate::types) fn write(&'h self, writer: &mut Writer<'_, 'h>) {
        writer.out.push_str("TypeSet[{");
        if let Some(annotations) = self.annotations {
            writer.out.push_str("annotations => ");
            write_whole(annotations, writer);
            writer.out.push_str(", ");
        }
        let texts = [
            ("pcore_uri", self.pcore_uri),
            // the version is shown even where a set has none
            ("pcore_version", self.pcore_version.or(Some(""))),
            ("name_authority", self.name_authority),
        ];
        for (key, value) in texts {
            if let Some(value) = value {
                writer.out.push_str(key);
                writer.out.push_str(" => ");
                text::quoted(value, writer.out);
                writer.out.push_str(", ");
            }
        }
        writer.out.push_str("name => ");
        match self.name {
            Some(name) => text::quoted(name, writer.out),
            None => writer.out.push_str("undef"),
        }
        if let Some(version) = self.version {
            writer.out.push_str(", version => ");
            text::quoted(version, writer.out);
        }
        let outer = std::mem::replace(&mut writer.set, self.name.map(|_| self));
        for (at, (name, ty)) in self.types.iter().enumerate() {
            let open = if at == 0 { ", types => {" } else { ", " };
            writer.out.push_str(open);
            writer.out.push_str(name);
            writer.out.push_str(" => ");
            match (self.shown, ty) {
                (Shown::Named, _) | (Shown::ObjectsNamed, Type::Object(_)) if !writer.expand => {
                    writer.out.push_str(name);
                }
                (Shown::Whole, Type::Object(object)) => object.write(writer),
                _ => writer.ty(ty),
            }
        }
        writer.past_set |= outer.is_some() && !self.types.is_empty();
        writer.set = outer;
        if !self.types.is_empty() {
            writer.out.push('}');
        }
        for (at, (name, value)) in self.references.iter().flat_map(|r| r.iter()).enumerate() {
            let open = if at == 0 { ", references => {" } else { ", " };
            writer.out.push_str(open);
            writer.out.push_str(name.as_str().unwrap_or_default());
            writer.out.push_str(" => ");
            write_whole(value, writer);
        }
        if self.references.is_some() {
            writer.out.push('}');
        }
        writer.out.push_str("}]");
    }
}

/// Writes a value in which types are written by their definitions, as those of the set are.
fn write_whole(value: Value<'_>, writer: &mut Writer<'_, '_>) {
    match writer.expand {
        true => writer.out.push_str(&text::program(value)),
        false => text::write_parameter(value, writer.out),
    }
}

/// Evaluates `TypeSet[{...}]`.
pub fn type_set<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    match keys {
        [Value::Undef] => Ok(Type::TypeSet(&TypeSet::ANY)),
        [Value::String(text)] if text.is_empty() => Ok(Type::TypeSet(&TypeSet::ANY)),
        [name @ Value::Default] => check(heap, "TypeSet name", NAME, *name).map(|()| Type::Any),
        [Value::Hash(hash)] if hash.is_empty() => Ok(Type::TypeSet(&TypeSet::ANY)),
        [Value::Hash(hash)] => Ok(Type::TypeSet(heap.alloc(defined(heap, hash)?))),
        [name @ Value::String(text)] => {
            check(heap, "TypeSet name", NAME, *name)?;
            Ok(Type::TypeSet(heap.alloc(TypeSet {
                name: Some(text.as_str()),
                ..TypeSet::default()
            })))
        }
        [other] => no_definition(*other),
        _ => Err(AccessError {
            key: None,
            message: format!("TypeSet-Type[] accepts 1 argument. Got {}", keys.len()),
            plain: false,
            issue: "BAD_TYPE_SLICE_ARITY",
        }),
    }
}

fn defined<'h>(heap: &'h Heap, hash: &'h Hash<'h>) -> Access<TypeSet<'h>> {
    check(heap, "TypeSet initializer", TYPE_SET, Value::Hash(hash))?;
    let text = |key| hash.get_str(key).and_then(Value::as_str);
    let name = text("name");
    let pcore_version = version(heap, hash, "pcore_version")?;
    if pcore_version.is_some_and(|version| !version.starts_with("1.")) {
        return plain(format!(
            "The pcore version for TypeSet '{}' is not understood by this runtime. Expected range 1.x, got {}",
            name.unwrap_or_default(),
            pcore_version.unwrap_or_default()
        ));
    }
    let version = version(heap, hash, "version")?;
    let references = hash.get_str("references").and_then(Value::as_hash);
    let references = match references {
        Some(references) => Some(kept_references(heap, references)?),
        None => None,
    };
    let mut types = Vec::new();
    let mut shown = Shown::ObjectsNamed;
    if let Some(Value::Hash(given)) = hash.get_str("types") {
        if given.values().any(|value| value.as_hash().is_some()) {
            shown = Shown::Whole;
        }
        for (key, value) in given.iter() {
            let key = key.as_str().unwrap_or_default();
            let ty: TypeRef<'h> = match value {
                // it has its name in the set instead of its own
                Value::Type(Type::Object(object)) if shown == Shown::ObjectsNamed => {
                    heap.alloc(Type::Object(heap.alloc(ObjectType {
                        name: None,
                        ..**object
                    })))
                }
                Value::Type(ty) => ty,
                Value::Hash(init) => heap.alloc(member(heap, init)?),
                _ => &Type::Any,
            };
            types.push((key, ty));
        }
    }
    Ok(TypeSet {
        annotations: hash.get_str("annotations").filter(|a| !a.is_undef()),
        pcore_uri: text("pcore_uri"),
        pcore_version,
        name_authority: text("name_authority"),
        name,
        shown,
        version,
        types: heap.slice(&types),
        references,
    })
}

/// Returns the references to other sets in Puppet's order and form.
fn kept_references<'h>(heap: &'h Heap, references: &Hash<'h>) -> Access<&'h Hash<'h>> {
    let mut all = HashBuilder::with_capacity(references.len());
    for (alias, reference) in references.iter() {
        let mut kept = HashBuilder::with_capacity(4);
        for key in ["annotations", "name_authority", "name", "version_range"] {
            let value = reference.as_hash().and_then(|of| of.get_str(key));
            let value = match value {
                None | Some(Value::Undef) => continue,
                Some(Value::SemVerRange(range)) => Value::string(heap, range.source),
                Some(value) => value,
            };
            if key == "version_range"
                && let Value::String(range) = value
                && let Err(problem) = Range::parse(heap, range.as_str())
            {
                return plain(problem);
            }
            kept.insert(Value::string(heap, key), value);
        }
        all.insert(alias, Value::Hash(kept.finish(heap)));
    }
    Ok(all.finish(heap))
}

/// Returns the text of a version among the entries.
fn version<'h>(heap: &'h Heap, hash: &'h Hash<'h>, key: &str) -> Access<Option<&'h str>> {
    match hash.get_str(key) {
        Some(Value::String(given)) if Version::parse(given.as_str()).is_some() => {
            Ok(Some(given.as_str()))
        }
        Some(Value::String(given)) => plain(format!(
            "Unable to parse '{}' as a semantic version identifier",
            given.as_str()
        )),
        Some(version @ Value::SemVer(_)) => Ok(Some(heap.text(&text::interpolated(version)))),
        _ => Ok(None),
    }
}
