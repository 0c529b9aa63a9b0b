//! Names of types, in declarations of parameters and in references.

use catalog::nearest::nearest;
use frontend::ast::{Expr, ExprKind};
use frontend::visit::children;
use mir::type_name;

use super::Walk;
use super::shapes::literal;
use crate::world::canonical;

impl<'a> Walk<'_, 'a> {
    /// A type is named, with or without parameters.
    pub(super) fn type_name(&mut self, name: &str, expr: &Expr<'a>) {
        let world = self.world;
        if world.codebase.is_none()
            || world.is_data_type(name)
            || world.is_resource_type(name)
            // `Foo::Bar` may be a class in an old reference
            || world.class(name).is_some()
        {
            return;
        }
        let known = type_name::NAMES.iter().copied();
        let own = world.defines.keys().map(|name| &**name);
        let near = nearest(name, known.chain(own).chain(world.alias_names()));
        self.unknown("UNKNOWN_DATA_TYPE", "type", name, expr.span, near);
    }

    /// `Type[keys]` and `value[keys]`; the keys are visited elsewhere.
    pub(super) fn access(&mut self, left: &'a Expr<'a>, keys: &'a [Expr<'a>]) {
        let ExprKind::TypeName(name) = left.kind else {
            self.fact(left, keys);
            return self.visit(left);
        };
        match &*canonical(name) {
            "class" => {
                for key in keys {
                    if let Some(class) = literal(key) {
                        self.class_named(&class, key.span);
                    }
                }
            }
            _ => self.visit(left),
        }
    }

    /// The value of a type alias.
    pub(super) fn type_value(&mut self, value: &'a Expr<'a>) {
        // the names inside of sets of types and objects are their own
        if let ExprKind::Access { left, .. } = value.kind
            && let ExprKind::TypeName("TypeSet" | "Object") = left.kind
        {
            return;
        }
        // an alias takes values although it names an unknown type
        self.as_probable(|walk| walk.visit(value));
    }

    /// The query of a collector: names of attributes are no functions or variables.
    pub(super) fn query(&mut self, query: &'a Expr<'a>) {
        children(query, &mut |child| self.visit(child));
    }
}
