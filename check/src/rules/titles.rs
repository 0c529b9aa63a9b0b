//! Checks titles of resources, and references to resources.

use catalog::core_types::is_metaparameter;
use frontend::ast::{
    AttributeOperation, AttributeOperator, Expr, ExprKind, ResourceBody, ResourceForm,
};

use super::{Walk, relates};
use crate::shape::Shape;

impl<'a> Walk<'_, 'a> {
    /// Checks the titles of a resource.
    pub(super) fn titles_fit(&mut self, title: &'a Expr<'a>) {
        if let ExprKind::Array(items) = title.kind {
            return items.iter().for_each(|item| self.titles_fit(item));
        }
        let shape = self.shape(title);
        if is_no_title(&shape) {
            let text = match shape {
                Shape::Text(_) => "an empty String".to_owned(),
                shape => shape.describe(),
            };
            let message = format!("A title must be a String that is not empty, got {text}");
            self.find("RESOURCE_TITLE", message, title.span);
        }
    }

    /// Checks the key of `File[key]`.
    pub(super) fn reference_fits(&mut self, key: &'a Expr<'a>) {
        let shape = self.shape(key);
        let is_wrong = match &shape {
            // these make a reference that finds nothing
            Shape::Undef | Shape::Text(_) => false,
            Shape::Default => true,
            Shape::OneOf(shapes) => !shapes.contains(&Shape::Undef) && is_no_title(&shape),
            // a type may be a class of resources
            Shape::Type => false,
            _ => is_no_title(&shape),
        };
        if is_wrong {
            let message = format!("A reference needs a title, got {}", shape.describe());
            self.find("RESOURCE_REFERENCE", message, key.span);
        }
    }

    /// Checks the metaparameters that have the same meaning in all types.
    pub(super) fn metaparameters_fit(
        &mut self,
        form: ResourceForm,
        is_class: bool,
        body: &'a ResourceBody<'a>,
    ) {
        for operation in body.operations {
            let (AttributeOperator::Set(name) | AttributeOperator::Append(name)) =
                operation.operator
            else {
                continue;
            };
            if !is_metaparameter(name) {
                continue;
            }
            let shape = self.shape(&operation.value);
            if name == "stage" && !is_class && !may_be_undef(&shape) {
                let message = "Only classes can set 'stage'";
                self.find("UNKNOWN_PARAMETER", message, operation.span);
            }
            // a virtual resource may never be realized
            if relates(&operation.operator) && form == ResourceForm::Regular {
                self.relation_fits(operation, &shape);
            }
        }
    }

    fn relation_fits(&mut self, operation: &'a AttributeOperation<'a>, shape: &Shape<'a>) {
        if let Some(wrong) = no_reference(shape) {
            let message = format!("{wrong} is not a reference to a resource");
            self.find("RESOURCE_REFERENCE", message, operation.value.span);
        }
    }
}

/// Returns true if no value of a shape is a title or an array of titles.
fn is_no_title(shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Unknown | Shape::Default | Shape::Text(None) | Shape::Array(None) => false,
        Shape::Text(Some(text)) => text.is_empty(),
        Shape::Array(Some(items)) => items.iter().any(is_no_title),
        Shape::OneOf(shapes) => shapes.iter().all(is_no_title),
        _ => true,
    }
}

fn may_be_undef(shape: &Shape<'_>) -> bool {
    match shape {
        Shape::Unknown | Shape::Undef => true,
        Shape::OneOf(shapes) => shapes.iter().any(may_be_undef),
        _ => false,
    }
}

/// Describes a value of a shape that is certainly no reference, and contains a value that is not a
/// reference.
fn no_reference(shape: &Shape<'_>) -> Option<String> {
    match shape {
        Shape::Text(Some(text)) => {
            let inner = text
                .split_once('[')
                .map(|(name, rest)| (name, rest.strip_suffix(']')));
            let is_reference =
                matches!(inner, Some((name, Some(title))) if !name.is_empty() && !title.is_empty());
            (!is_reference).then(|| shape.describe())
        }
        Shape::Boolean(_) | Shape::Integer(_) | Shape::Float(_) => Some(shape.describe()),
        Shape::Array(Some(items)) => items.iter().find_map(no_reference),
        _ => None,
    }
}
