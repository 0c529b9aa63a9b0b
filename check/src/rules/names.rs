//! Checks names of types in declarations of parameters and in references.

use catalog::nearest::nearest;
use frontend::ast::{Expr, ExprKind};
use frontend::visit::children;
use mir::type_name;

use super::Walk;
use super::shapes::literal;
use crate::world::canonical;

impl<'a> Walk<'_, 'a> {
    /// Checks the name of a type, with or without parameters.
    pub(super) fn type_name(&mut self, name: &str, expr: &Expr<'a>) {
        let world = self.world;
        if world.codebase.is_none()
            || world.is_data_type(name)
            || world.is_resource_type(name)
            // `Foo::Bar` may be a class in a reference in old style
            || world.class(name).is_some()
        {
            return;
        }
        let known = type_name::NAMES.iter().copied();
        let own = world.defines.keys().map(|name| &**name);
        let near = nearest(name, known.chain(own).chain(world.alias_names()));
        self.unknown("UNKNOWN_DATA_TYPE", "type", name, expr.span, near);
    }

    /// Checks `Type[keys]` and `value[keys]`. The keys are visited separately.
    pub(super) fn access(&mut self, left: &'a Expr<'a>, keys: &'a [Expr<'a>]) {
        let ExprKind::TypeName(name) = left.kind else {
            self.fact(left, keys);
            return self.visit(left);
        };
        match &*canonical(name) {
            "class" => {
                let named = |walk: &mut Self| {
                    for key in keys {
                        if let Some(class) = literal(key) {
                            walk.class_named(&class, key.span);
                        }
                    }
                };
                // a reference as a value does not say that the class exists
                match self.is_related {
                    true => named(self),
                    false => self.as_probable(named),
                }
            }
            _ => {
                self.reference(left, keys);
                self.visit(left);
            }
        }
    }

    /// Checks the titles in a reference such as `File[keys]`.
    pub(super) fn reference(&mut self, left: &'a Expr<'a>, keys: &'a [Expr<'a>]) {
        let ExprKind::TypeName(name) = left.kind else {
            return;
        };
        let is_class = canonical(name) == "class";
        if self.world.is_resource_type(name) && !self.world.is_data_type(name) && !is_class {
            keys.iter().for_each(|key| self.reference_fits(key));
        }
    }

    /// Visits the value of a type alias.
    pub(super) fn type_value(&mut self, value: &'a Expr<'a>) {
        // names inside of type sets and object types are local to them
        if let ExprKind::Access { left, .. } = value.kind
            && let ExprKind::TypeName("TypeSet" | "Object") = left.kind
        {
            return;
        }
        // an alias with an unknown type may still accept values
        self.as_probable(|walk| walk.visit(value));
    }

    /// Visits the query of a collector. Names of attributes are not functions or variables.
    pub(super) fn query(&mut self, query: &'a Expr<'a>) {
        children(query, &mut |child| self.visit(child));
    }
}
