//! Lowers `left in right` for a text or an Integer among texts and Integers; the interpreter
//! decides all other cases.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use mir::op::Item;
use mir::{Inst, Op, Temp};
use runtime::Value;

use super::{Lowering, Rep, Val};
use crate::abi::{self, Helper};

impl<'h> Lowering<'_, '_, 'h, '_, '_> {
    /// Lowers `left in right`.
    pub(super) fn contains(&mut self, inst: &Inst, left: Temp, right: Temp) -> Val {
        if self.is_deferred(right)
            && let Some(literal) = self.definition_of[right.0 as usize]
            && let Op::Array(items) = &literal.op
        {
            return self.is_item(inst, left, literal.result, items);
        }
        if let Some(texts) = self.known_texts(right)
            && let Val::Boxed(tag, text) = self.get(left)
        {
            return self.is_one_of(inst, (tag, text), &texts);
        }
        let (left, right) = (self.get(left), self.get(right));
        let ((tag, left), (other_tag, right)) = (self.boxed(left), self.boxed(right));
        let fork = self.fork(Rep::Bool);
        let found = self.call(Helper::Contains, &[tag, left, other_tag, right])[0];
        let undecided = self.int(abi::UNDECIDED as i64);
        let undecided = self.b.ins().icmp(IntCC::Equal, found, undecided);
        self.slow_if(undecided, &fork);
        let found = self.b.ins().ireduce(types::I8, found);
        self.go(&fork, Val::Bool(found), Rep::Bool);
        self.join(&fork, inst, Rep::Bool)
    }

    /// Emits the test that an Integer is one of the items of a literal. The literal is made only if
    /// the interpreter has to decide.
    fn is_item(&mut self, inst: &Inst, left: Temp, literal: Temp, items: &[Item]) -> Val {
        let fork = self.fork(Rep::Bool);
        let (_, wanted) = {
            let left = self.get(left);
            self.boxed(left)
        };
        let mut found = self.b.ins().iconst(types::I8, 0);
        for item in items {
            let item = self.get(item.value.temp);
            let (tag, payload) = self.boxed(item);
            let same = self.b.ins().icmp(IntCC::Equal, payload, wanted);
            let same = match item {
                Val::Int(_) => same,
                _ => {
                    let [number, text] =
                        [abi::INTEGER, abi::STRING].map(|kind| self.has_tag(tag, kind));
                    let plain = self.b.ins().bor(number, text);
                    let zero = self.b.ins().iconst(types::I8, 0);
                    let other = self.b.ins().icmp(IntCC::Equal, plain, zero);
                    self.slow_if(other, &fork);
                    self.b.ins().band(number, same)
                }
            };
            found = self.b.ins().bor(found, same);
        }
        self.go(&fork, Val::Bool(found), Rep::Bool);
        self.b.switch_to_block(fork.slow);
        let made: Vec<Temp> = items.iter().map(|item| item.value.temp).collect();
        let made = self.array_by_helper(&made);
        self.define(literal, made);
        self.join_here(&fork, inst, Rep::Bool)
    }

    /// Returns the texts of an array that a temp always holds, if all its items are texts.
    fn known_texts(&self, temp: Temp) -> Option<Vec<&'h str>> {
        let Op::Const(index) = self.definition_of(temp)? else {
            return None;
        };
        let Value::Array(items) = self.job.body.constants[*index as usize] else {
            return None;
        };
        items.iter().map(|item| item.as_str()).collect()
    }

    /// Emits the test that a value is one of some texts. An Integer is none, and the interpreter
    /// decides for other kinds.
    fn is_one_of(
        &mut self,
        inst: &Inst,
        (tag, payload): (ir::Value, ir::Value),
        texts: &[&str],
    ) -> Val {
        let fork = self.fork(Rep::Bool);
        let [number, text] = [abi::INTEGER, abi::STRING].map(|kind| self.has_tag(tag, kind));
        let plain = self.b.ins().bor(number, text);
        let look = self.b.create_block();
        self.b.ins().brif(plain, look, &[], fork.slow, &[]);
        self.b.switch_to_block(look);
        let switch = self.link.switch(texts.iter().copied());
        let switch = self.int(switch as i64);
        let found = self.call(Helper::Switch, &[switch, tag, payload])[0];
        let none = self.int(-1);
        let is = self.b.ins().icmp(IntCC::NotEqual, found, none);
        self.go(&fork, Val::Bool(is), Rep::Bool);
        self.join(&fork, inst, Rep::Bool)
    }
}
