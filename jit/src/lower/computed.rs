//! Lowers `call($name, ...)`, a call of a function by a computed name.

use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use mir::op::Item;
use mir::{Inst, Temp, Ty};

use super::arithmetic::Fork;
use super::{Lowering, Rep, Val};
use crate::abi::{self, Helper};

impl Lowering<'_, '_, '_, '_, '_> {
    /// Calls the function that the first of some values names.
    pub(super) fn computed_call(
        &mut self,
        inst: &Inst,
        arguments: &[Item],
        captures: &[Temp],
    ) -> Val {
        let fork = self.fork(Rep::Boxed);
        self.named_calls(inst, arguments, &fork);
        self.any_call(inst, arguments, &fork);
        self.b.switch_to_block(fork.slow);
        let own = self.take_copies(captures);
        let value = self.interpret(inst);
        for (temp, value) in own {
            self.define(temp, value);
        }
        self.go(&fork, value, Rep::Boxed);
        self.joined(&fork, Rep::Boxed)
    }

    /// Replaces captured variables that may hold hashes or texts of loops in this body by copies,
    /// since other code will see them. Returns the variables with their original values.
    fn take_copies(&mut self, captures: &[Temp]) -> Vec<(Temp, Val)> {
        let mut own = Vec::new();
        for temp in captures {
            if !self.owned.loops.is_empty()
                && let value @ Val::Boxed(tag, payload) = self.get(*temp)
            {
                let copy = self.call(Helper::ValueCopy, &[self.cx, tag, payload]);
                self.unless_exceeded(copy[0]);
                self.define(*temp, Val::Boxed(copy[0], copy[1]));
                own.push((*temp, value));
            }
        }
        own
    }

    /// Calls the function directly if the name is one by which a function was called before.
    /// Continues in the current block if it is another name.
    fn named_calls(&mut self, inst: &Inst, arguments: &[Item], fork: &Fork) {
        let (Some(named), [name, rest @ ..]) = (self.link.named(inst), arguments) else {
            return;
        };
        let name = self.get(name.value.temp);
        let (tag, payload) = self.boxed(name);
        let names = named.iter().map(|(name, _)| name.as_str());
        let switch = self.link.switch(names);
        let switch = self.int(switch as i64);
        let found = self.call(Helper::Switch, &[switch, tag, payload])[0];
        let given = vec![Some(Ty::Any); rest.len()];
        for (place, (_, target)) in named.iter().enumerate() {
            let place = self.int(place as i64);
            let is_meant = self.b.ins().icmp(IntCC::Equal, found, place);
            let (hit, next) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(is_meant, hit, &[], next, &[]);
            self.b.switch_to_block(hit);
            let value = self.known_call(inst, target, rest, &given);
            self.go(fork, value, Rep::Boxed);
            self.b.switch_to_block(next);
        }
    }

    /// Calls any function through a helper, or through the interpreter if the function needs
    /// variables.
    fn any_call(&mut self, inst: &Inst, arguments: &[Item], fork: &Fork) {
        let room = self.stored(arguments.iter().map(|a| a.value.temp));
        let (body, at) = (self.pointer(self.job.body), self.pointer(inst));
        let count = self.int(arguments.len() as i64);
        let result = self.call(Helper::Computed, &[self.cx, body, at, room, count]);
        let missed = self.has_tag(result[0], abi::MISS);
        self.slow_if(missed, fork);
        self.unless_raised(result[0]);
        self.go(fork, Val::Boxed(result[0], result[1]), Rep::Boxed);
    }
}
