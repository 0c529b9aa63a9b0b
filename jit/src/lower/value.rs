//! Converts values between their representations: unboxed, or boxed as a tag and a payload, in variables or in
//! memory.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use mir::Temp;
use runtime::types::{Type, TypeRef};

use super::{Lowering, Rep, TRUSTED, Val};
use crate::{abi, plan};

impl Lowering<'_, '_, '_, '_, '_> {
    pub(crate) fn convert(&mut self, value: Val, rep: Rep) -> Val {
        match (value, rep) {
            (Val::Int(_), Rep::Int) | (Val::Float(_), Rep::Float) | (Val::Bool(_), Rep::Bool) => {
                value
            }
            (_, Rep::Boxed) => {
                let (tag, payload) = self.boxed(value);
                Val::Boxed(tag, payload)
            }
            (Val::Boxed(tag, payload), _) => self.unboxed(tag, payload, rep),
            // this path does not run
            (_, _) => {
                let (tag, payload) = self.boxed(value);
                self.unboxed(tag, payload, rep)
            }
        }
    }

    pub(crate) fn boxed(&mut self, value: Val) -> (ir::Value, ir::Value) {
        match value {
            Val::Boxed(tag, payload) => (tag, payload),
            Val::Int(v) => (self.int(abi::INTEGER as i64), v),
            Val::Float(v) => {
                let bits = self.b.ins().bitcast(types::I64, ir::MemFlagsData::new(), v);
                (self.int(abi::FLOAT as i64), bits)
            }
            Val::Bool(v) => {
                let wide = self.b.ins().uextend(types::I64, v);
                let eight = self.int(8);
                let shifted = self.b.ins().ishl(wide, eight);
                let tag = self.int(abi::BOOLEAN as i64);
                (self.b.ins().bor(shifted, tag), self.int(0))
            }
        }
    }

    pub(crate) fn unboxed(&mut self, tag: ir::Value, payload: ir::Value, rep: Rep) -> Val {
        match rep {
            Rep::Boxed => Val::Boxed(tag, payload),
            Rep::Int => Val::Int(payload),
            Rep::Float => {
                let flags = ir::MemFlagsData::new();
                Val::Float(self.b.ins().bitcast(types::F64, flags, payload))
            }
            Rep::Bool => {
                let eight = self.int(8);
                let shifted = self.b.ins().ushr(tag, eight);
                let low = self.b.ins().ireduce(types::I8, shifted);
                let one = self.b.ins().iconst(types::I8, 1);
                Val::Bool(self.b.ins().band(low, one))
            }
        }
    }

    /// Emits the test that a boxed value has a tag.
    pub(crate) fn has_tag(&mut self, tag: ir::Value, wanted: u64) -> ir::Value {
        let low = self.b.ins().ireduce(types::I8, tag);
        let wanted = self.b.ins().iconst(types::I8, wanted as i64);
        self.b.ins().icmp(IntCC::Equal, low, wanted)
    }

    /// Emits the test that a value is neither `undef` nor `false`.
    pub(crate) fn truthy(&mut self, value: Val) -> ir::Value {
        match value {
            Val::Bool(v) => v,
            Val::Int(_) | Val::Float(_) => self.b.ins().iconst(types::I8, 1),
            Val::Boxed(tag, _) => {
                let undef = self.has_tag(tag, abi::UNDEF);
                let both = self.b.ins().ireduce(types::I16, tag);
                let no = self.b.ins().iconst(types::I16, abi::BOOLEAN as i64);
                let no = self.b.ins().icmp(IntCC::Equal, both, no);
                let either = self.b.ins().bor(undef, no);
                let one = self.b.ins().iconst(types::I8, 1);
                self.b.ins().bxor(either, one)
            }
        }
    }

    // memory

    /// Loads the value at an index of a row.
    pub(super) fn load_value(&mut self, base: ir::Value, index: usize) -> (ir::Value, ir::Value) {
        let at = index as i32 * 16;
        let tag = self.b.ins().uload16(types::I64, TRUSTED, base, at);
        let payload = self.b.ins().load(types::I64, TRUSTED, base, at + 8);
        (tag, payload)
    }

    /// Stores a value.
    pub(crate) fn store(&mut self, value: Val, base: ir::Value, at: i32) {
        let (tag, payload) = self.boxed(value);
        self.b.ins().istore16(TRUSTED, tag, base, at);
        self.b.ins().store(TRUSTED, payload, base, at + 8);
    }

    /// Reserves stack room for values. The next reservation reuses it.
    pub(super) fn room(&mut self, values: usize) -> ir::Value {
        let size = (values.max(1) * 16) as u32;
        let slot = *self.room.get_or_insert_with(|| {
            let kind = ir::StackSlotKind::ExplicitSlot;
            self.b
                .create_sized_stack_slot(ir::StackSlotData::new(kind, size, 4))
        });
        let data = &mut self.b.func.sized_stack_slots[slot];
        data.size = data.size.max(size);
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// Stores the values of temps in a row on the stack. Returns its address.
    pub(crate) fn stored(&mut self, temps: impl ExactSizeIterator<Item = Temp>) -> ir::Value {
        let values: Vec<Val> = temps.map(|temp| self.get(temp)).collect();
        self.stored_values(&values)
    }

    /// Stores values in a row on the stack. Returns its address.
    pub(super) fn stored_values(&mut self, values: &[Val]) -> ir::Value {
        let room = self.room(values.len());
        for (index, value) in values.iter().enumerate() {
            self.store_at_once(*value, room, index as i32 * 16);
        }
        room
    }

    /// Works like [`Self::store`], for code that soon copies the value as one unit: a copy would
    /// stall after two separate writes.
    fn store_at_once(&mut self, value: Val, base: ir::Value, at: i32) {
        if cfg!(not(target_arch = "x86_64")) {
            return self.store(value, base, at);
        }
        let (tag, payload) = self.boxed(value);
        let first = self.b.ins().scalar_to_vector(types::I64X2, tag);
        let both = self.b.ins().insertlane(first, payload, 1);
        self.b.ins().store(TRUSTED, both, base, at);
    }

    pub(crate) fn undef(&mut self) -> Val {
        Val::Boxed(self.int(abi::UNDEF as i64), self.int(0))
    }

    pub(super) fn constant(&mut self, index: usize) -> Val {
        let value = self.job.body.constants[index];
        self.literal(value)
    }

    pub(crate) fn literal(&mut self, value: runtime::Value<'_>) -> Val {
        match value {
            runtime::Value::Integer(i) => Val::Int(self.int(i)),
            runtime::Value::Float(f) => Val::Float(self.b.ins().f64const(f)),
            runtime::Value::Boolean(b) => Val::Bool(self.b.ins().iconst(types::I8, i64::from(b))),
            other => {
                let words = abi::words(other);
                Val::Boxed(self.int(words.tag as i64), self.int(words.payload as i64))
            }
        }
    }
}

/// Returns true if the representation of a value shows that it is of a type.
pub(super) fn fits(ty: TypeRef<'_>, value: Val) -> bool {
    matches!(
        (plan::without_alias(ty), value),
        (Type::Any, _)
            | (
                Type::Integer {
                    min: None,
                    max: None,
                },
                Val::Int(_),
            )
            | (Type::Numeric, Val::Int(_))
            | (Type::Boolean(None), Val::Bool(_))
    )
}
