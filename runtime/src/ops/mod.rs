//! Operators.

use frontend::ast::BinaryOp;

use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::value::Value;

/// The offsets of a binary operator and its operands.
#[derive(Clone, Copy, Debug)]
pub struct BinaryAt {
    /// The operator.
    pub op: u32,
    /// The left operand.
    pub left: u32,
    /// The right operand.
    pub right: u32,
}

/// `left op right`
pub fn binary<'h>(
    _cx: &mut Cx<'h>,
    op: BinaryOp,
    _left: Value<'h>,
    _right: Value<'h>,
    _at: BinaryAt,
) -> Res<'h> {
    fail(format!("no operator {} yet", op.text()))
}

/// `-value`
pub fn negate<'h>(_cx: &mut Cx<'h>, _value: Value<'h>, _at: u32) -> Res<'h> {
    fail("no operator - yet")
}

/// `left[keys]`; `places` are the offsets of the keys.
pub fn access<'h>(
    _cx: &mut Cx<'h>,
    _left: Value<'h>,
    _keys: &[Value<'h>],
    _at: u32,
    _places: &[u32],
) -> Res<'h> {
    fail("no operator [] yet")
}

/// Whether an option of `case` or a selector matches; sets the match variables.
pub fn option_matches<'h>(
    _cx: &mut Cx<'h>,
    option: Value<'h>,
    control: Value<'h>,
) -> Res<'h, bool> {
    Ok(option.same(control))
}
