//! Walks the syntax tree.

use crate::ast::{AttributeOperation, Definition, Expr, ExprKind, Lambda, Parameter, StringPart};

/// Visits the direct children of an expression, in the order of the source: operands, statements,
/// arguments, and the types, defaults and bodies of definitions and lambdas.
// Long because there is an arm for each kind of expression.
pub fn children<'a>(expr: &Expr<'a>, visit: &mut dyn FnMut(&'a Expr<'a>)) {
    match expr.kind {
        ExprKind::Concat(parts) => {
            for part in parts {
                if let StringPart::Value(value) = part {
                    visit(value);
                }
            }
        }
        ExprKind::Heredoc { text, .. } => visit(text),
        ExprKind::Array(items) | ExprKind::Block(items) => items.iter().for_each(visit),
        ExprKind::Hash(entries) => {
            for entry in entries {
                visit(&entry.key);
                visit(&entry.value);
            }
        }
        ExprKind::Access { left, keys } => {
            visit(left);
            keys.iter().for_each(visit);
        }
        ExprKind::NamedAccess { left, right }
        | ExprKind::Binary { left, right, .. }
        | ExprKind::Assignment { left, right, .. }
        | ExprKind::Relationship { left, right, .. } => {
            visit(left);
            visit(right);
        }
        ExprKind::Unary { operand, .. } | ExprKind::Paren(operand) | ExprKind::Render(operand) => {
            visit(operand);
        }
        ExprKind::Epp { body, .. } => visit(body),
        ExprKind::Call {
            functor,
            arguments,
            lambda,
            ..
        } => {
            visit(functor);
            arguments.iter().for_each(&mut *visit);
            of_lambda(lambda, visit);
        }
        ExprKind::Apply { arguments, body } => {
            arguments.iter().for_each(&mut *visit);
            visit(body);
        }
        ExprKind::MethodCall {
            receiver,
            arguments,
            lambda,
            ..
        } => {
            visit(receiver);
            arguments.iter().for_each(&mut *visit);
            of_lambda(lambda, visit);
        }
        ExprKind::Lambda(lambda) => of_lambda(Some(lambda), visit),
        ExprKind::If {
            test,
            then,
            otherwise,
            ..
        } => [test, then, otherwise].into_iter().for_each(visit),
        ExprKind::Case { control, options } => {
            visit(control);
            for option in options {
                option.values.iter().for_each(&mut *visit);
                visit(option.then);
            }
        }
        ExprKind::Selector { control, options } => {
            visit(control);
            for option in options {
                visit(&option.matching);
                visit(&option.value);
            }
        }
        ExprKind::Resource {
            type_name, bodies, ..
        } => {
            visit(type_name);
            for body in bodies {
                visit(&body.title);
                of_operations(body.operations, visit);
            }
        }
        ExprKind::ResourceDefaults {
            type_ref,
            operations,
            ..
        } => {
            visit(type_ref);
            of_operations(operations, visit);
        }
        ExprKind::ResourceOverride {
            resources,
            operations,
            ..
        } => {
            visit(resources);
            of_operations(operations, visit);
        }
        ExprKind::Collect {
            type_ref,
            query,
            operations,
            ..
        } => {
            visit(type_ref);
            visit(query);
            of_operations(operations, visit);
        }
        ExprKind::Definition(definition) => of_definition(definition, visit),
        ExprKind::Node { matches, body, .. } => {
            matches.iter().for_each(&mut *visit);
            visit(body);
        }
        ExprKind::TypeAlias { value, .. } => visit(value),
        ExprKind::TypeMapping { platform, value } => {
            visit(platform);
            visit(value);
        }
        ExprKind::TypeDefinition { body, .. } => visit(body),
        ExprKind::Nop
        | ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Boolean(_)
        | ExprKind::Integer { .. }
        | ExprKind::BigInteger { .. }
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Regexp(_)
        | ExprKind::Name(_)
        | ExprKind::TypeName(_)
        | ExprKind::Variable(_)
        | ExprKind::Reserved { .. }
        | ExprKind::Dense(_)
        | ExprKind::RenderString(_) => {}
    }
}

fn of_lambda<'a>(lambda: Option<&Lambda<'a>>, visit: &mut dyn FnMut(&'a Expr<'a>)) {
    if let Some(lambda) = lambda {
        of_parameters(lambda.parameters, visit);
        lambda.return_type.into_iter().for_each(&mut *visit);
        visit(lambda.body);
    }
}

fn of_definition<'a>(definition: &Definition<'a>, visit: &mut dyn FnMut(&'a Expr<'a>)) {
    of_parameters(definition.parameters, visit);
    definition.return_type.into_iter().for_each(&mut *visit);
    visit(definition.body);
}

fn of_parameters<'a>(parameters: &[Parameter<'a>], visit: &mut dyn FnMut(&'a Expr<'a>)) {
    for parameter in parameters {
        parameter.type_expr.into_iter().for_each(&mut *visit);
        parameter.default.into_iter().for_each(&mut *visit);
    }
}

fn of_operations<'a>(list: &'a [AttributeOperation<'a>], visit: &mut dyn FnMut(&'a Expr<'a>)) {
    list.iter().for_each(|operation| visit(&operation.value));
}
