//! The seam to data lookup: what a compilation asks of Hiera.

use runtime::closure::Closure;
use runtime::{Cx, Res, Value, fail};

/// Data lookup for one compilation.
pub trait Lookup<'h> {
    /// The value of a class parameter, by `class::parameter`; `None` when no data has it. Runs in
    /// the frame of the class.
    ///
    /// # Errors
    /// What is wrong with the data or its configuration.
    fn class_parameter(&self, cx: &mut Cx<'h>, key: &str) -> Res<'h, Option<Value<'h>>>;

    /// `lookup` and the `hiera*` functions, by name, with the arguments as given.
    ///
    /// # Errors
    /// As the function raises them.
    fn function(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h>;
}

/// No data at all.
pub struct NoData;

impl<'h> Lookup<'h> for NoData {
    fn class_parameter(&self, _cx: &mut Cx<'h>, _key: &str) -> Res<'h, Option<Value<'h>>> {
        Ok(None)
    }

    fn function(
        &self,
        _cx: &mut Cx<'h>,
        _name: &str,
        arguments: &[Value<'h>],
        _block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let key = arguments
            .first()
            .and_then(|key| key.as_str())
            .unwrap_or_default();
        fail(format!(
            "Function lookup() did not find a value for the name '{key}'"
        ))
    }
}
