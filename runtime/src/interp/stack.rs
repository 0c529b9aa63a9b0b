//! Calls of known functions, which do not nest on the machine's stack. A call pushes a record of
//! its caller; an error or jump pops the records one by one, as it would leave calls.

use super::window::Window;
use super::{Run, call_raised, function_result, is_compiled, reserve, too_deep};
use crate::activation::Call;
use crate::bytecode::{Bytecode, CallSite, Reg};
use crate::cx::CallPlace;
use crate::error::{Raise, Res};
use crate::function_cache::Direct;
use crate::profile;
use crate::value::Value;
use mir::op::Op;

/// The continuation of a run when a body ends.
pub(super) enum After<'h> {
    /// The caller continues, with the value.
    Caller(Call<'h>, Value<'h>),
    /// The run ends.
    End(Res<'h>),
}

impl<'h> Run<'h, '_> {
    /// Returns the function of a call that needs only registers, when the arguments fit.
    #[inline(always)]
    pub(super) fn direct(
        &mut self,
        code: &Bytecode,
        window: Window<'h>,
        site: &CallSite,
    ) -> Option<&'h Direct<'h>> {
        let direct = self.cx.found_functions.get(site.name)?.direct?;
        let count = site.count as usize;
        let fits = site.block.is_none()
            && count >= direct.least
            && count <= direct.parameters.len()
            && code
                .list(site.first, site.count)
                .iter()
                .zip(direct.parameters)
                .all(|(reg, parameter)| parameter.check.takes(window.get(*reg)));
        if !fits {
            return None;
        }
        let Some(tier) = self.cx.tier else {
            return Some(direct);
        };
        // compiled code is entered by an ordinary call
        if is_compiled(self.cx, tier, direct.function.body) {
            return None;
        }
        tier.passed_over();
        Some(direct)
    }

    /// Makes the function of a call the running one and records the caller. Returns its window.
    #[inline(always)]
    pub(super) fn enter_direct(
        &mut self,
        callee: &'h Direct<'h>,
        code: &'h Bytecode,
        window: Window<'h>,
        site: &CallSite,
        (pc, to, turns): (usize, Reg, u32),
    ) -> Res<'h, Window<'h>> {
        let base = self.cx.top;
        let end = base + callee.code.registers as usize;
        if self.cx.depth >= self.cx.settings.max_depth || end > self.cx.registers.capacity() {
            return Err(self.call_refused(code, pc, too_deep()));
        }
        if let Some(over) = self.cx.exceeded() {
            return Err(self.call_refused(code, pc, over));
        }
        reserve(self.cx, end);
        let own = Window::new(self.cx, callee.code, base);
        let given = code.list(site.first, site.count);
        for (parameter, reg) in callee.parameters.iter().zip(given) {
            own.copy(parameter.reg, window, *reg);
        }
        for parameter in &callee.parameters[given.len()..] {
            own.set(parameter.reg, parameter.default);
        }
        let cx = &mut *self.cx;
        let function = callee.function;
        let (body, kind) = (function.body, profile::Kind::Function);
        let profiled = profile::enter_body(cx, kind, body, function.name);
        cx.calls.push(Call {
            body: self.body,
            frame: self.frame,
            code,
            place: cx.place,
            callee,
            base: self.base as u32,
            depth: cx.depth,
            pc: pc as u32,
            to,
            turns,
            matches: cx.matches.len() as u32,
            loops: cx.loops.len() as u32,
            profiled,
        });
        cx.place = Some(CallPlace {
            source: self.body.source,
            offset: site.at,
        });
        cx.depth += 1;
        cx.frame = Some(callee.frame);
        self.body = callee.function.body;
        self.frame = callee.frame;
        self.base = base;
        Ok(own)
    }

    #[cold]
    fn call_refused(
        &mut self,
        code: &Bytecode,
        pc: usize,
        raise: Box<Raise<'h>>,
    ) -> Box<Raise<'h>> {
        let inst = self.inst(code, pc);
        let form = match inst.op {
            Op::Call { form, .. } => form,
            _ => mir::op::CallForm::Function,
        };
        let refused = self.calling(form, inst.at, |_| Err(raise));
        refused.expect_err("it was refused")
    }

    /// Pops the caller of the body that has ended with a result.
    #[inline(always)]
    pub(super) fn after(&mut self, result: Res<'h>, floor: usize, own: &mut usize) -> After<'h> {
        if *own == 0 {
            return After::End(result);
        }
        *own -= 1;
        // calls that were unwound at a limit may have left their records
        self.cx.calls.truncate(floor + *own + 1);
        let Some(call) = self.cx.calls.pop() else {
            return After::End(result);
        };
        self.go_back(&call);
        match result {
            Ok(value) if call.callee.returns.is_none_or(|check| check.takes(value)) => {
                After::Caller(call, value)
            }
            result => self.after_all(call, result, floor, own),
        }
    }

    /// Works like [`Run::after`], for a function that does not simply return a value of its type:
    /// this may end its callers too.
    #[cold]
    #[inline(never)]
    fn after_all(
        &mut self,
        call: Call<'h>,
        result: Res<'h>,
        floor: usize,
        own: &mut usize,
    ) -> After<'h> {
        let function = call.callee.function;
        let result = function_result(self.cx, function.name, function.signature.returns, result);
        match result {
            Ok(value) => After::Caller(call, value),
            Err(raise) => {
                let inst = self.inst(call.code, call.pc as usize);
                let raise = call_raised(self.body, inst, raise);
                self.after(Err(raise), floor, own)
            }
        }
    }

    /// Makes the caller the running one again.
    #[inline(always)]
    pub(super) fn go_back(&mut self, call: &Call<'h>) {
        self.body = call.body;
        self.frame = call.frame;
        self.base = call.base as usize;
        let cx = &mut *self.cx;
        profile::leave(cx, call.profiled);
        cx.top = self.base + call.code.registers as usize;
        cx.matches.truncate(call.matches as usize);
        if cx.loops.len() > call.loops as usize {
            cx.loops.truncate(call.loops as usize);
        }
        cx.frame = Some(call.frame);
        cx.depth = call.depth;
        cx.place = call.place;
    }
}
