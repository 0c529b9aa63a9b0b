//! Lowers MIR to CLIF, one CLIF function for each body and kind of entry.
//!
//! A temp whose type is known is held unboxed, any other as tag and payload. Frequent operations
//! have a fast path here. Other operations, and fast paths that do not apply, write the operands to
//! the registers and run the interpreter's own operation. So every operation can be compiled.
// Long because it owns the state that all parts of lowering share.

mod arithmetic;
mod builtin;
mod call;
mod collection;
mod computed;
mod control;
mod counted;
mod floats;
mod iteration;
mod job;
mod matching;
mod membership;
mod missing_key;
mod placed;
mod record;
mod release_memory;
mod uses;
mod value;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use frontend::name::Map;
use mir::{BlockId, Inst, Op, Temp, Ty, ranges};
use runtime::profile::{self, Counters};
use runtime::{Cx, limits};

use crate::abi::{self, Helper};
use crate::code::{DIRECT_FIRST, wrapper};
use crate::linker::Linker;
use crate::owned::Owned;
use crate::plan;
use crate::preserve_all;
pub(crate) use job::{Job, Rep, Shape, Val};
use record::Passed;

/// Lowers one function.
pub(crate) struct Lowering<'a, 'b, 'h, 't, 'l> {
    pub b: &'l mut FunctionBuilder<'a>,
    pub job: &'t Job<'h, 't>,
    pub link: &'l mut Linker<'b, 'h>,
    cx: ir::Value,
    frame: ir::Value,
    depth: ir::Value,
    /// The registers; absent in a body that needs none.
    registers: Option<ir::Value>,
    /// The value of each temp that has been made.
    values: Vec<Option<Val>>,
    /// The variables of temps that are assigned in more than one place.
    varied: Map<Temp, [Variable; 2]>,
    /// The instruction that defines each temp; `None` for parameters of blocks.
    definition_of: Vec<Option<&'t Inst>>,
    /// True for temps that are used only as the pattern that other values are matched against.
    is_only_matched: Vec<bool>,
    /// True for ranges that are represented by their two ends.
    is_unboxed_range: Vec<bool>,
    /// True for literals that are not made where they are defined. They are made where they are
    /// used, if at all: literals of one entry that are only added to the next value, and literals
    /// that are only passed to unused parameters.
    is_deferred: Vec<bool>,
    /// The temps that are records, with their values.
    records: record::Records<'h>,
    /// The rows of options that one lookup tells apart, each with the result of the lookup.
    switches: Vec<(uses::Texts, Option<Variable>)>,
    floats: floats::Floats,
    owned: Owned,
    /// Variables that hold the lists in which loops collect results.
    lists: Map<Temp, Variable>,
    /// For each type `Integer[min, max]` that a loop iterates over and whose ends may be other
    /// values than Integers: the answer whether both are Integers, and the ends.
    counted: Map<Temp, [Variable; 3]>,
    /// The loops whose rounds may make data that is freed at their end.
    around: Vec<release_memory::Around>,
    /// The position of the heap at the start of this call, if calls may make data that is freed at
    /// their end.
    call_mark: Option<Variable>,
    /// The identities of the loops that own hashes or texts.
    loop_ids: Vec<Variable>,
    /// Stack slots of the texts that grow in loops: see [`runtime::value::Appending`].
    texts: Vec<ir::StackSlot>,
    /// The operations on Floats of the current row whose results have not been checked.
    unchecked: Vec<&'t Inst>,
    /// The current nesting depth of Array and Hash types being matched.
    matching: u32,
    /// Stack room for the arguments of the next call that takes them in a row.
    room: Option<ir::StackSlot>,
    blocks: Vec<ir::Block>,
    /// The block where code continues after an error was raised.
    raise: ir::Block,
    /// The block where code continues after a limit was exceeded.
    raise_at: Option<ir::Block>,
    /// The reads of keys in the current block, by their results.
    key_reads: Map<Temp, missing_key::Read>,
    /// The operation that is being lowered.
    running: Option<&'t Inst>,
    /// The block that is being lowered.
    block: usize,
    /// True for the blocks inside of loops.
    is_in_loop: Vec<bool>,
    /// The block to which a placed function passes its result.
    exit: Option<ir::Block>,
    /// The functions that are lowered in place of their calls here.
    placed: placed::Placed<'h>,
    /// The number of calls of functions written in Puppet.
    calls: usize,
    /// True if the current block has ended.
    ended: bool,
}

const TRUSTED: MemFlagsData = MemFlagsData::trusted();

/// Lowers a job into a function whose signature is set.
pub(crate) fn lower<'h>(
    builder: FunctionBuilder<'_>,
    job: &Job<'h, '_>,
    link: &mut Linker<'_, 'h>,
    config: cranelift_codegen::isa::TargetFrontendConfig,
) {
    let mut b = builder;
    let first = b.create_block();
    b.append_block_params_for_function_params(first);
    b.switch_to_block(first);
    let parameters = b.block_params(first).to_vec();
    let raise = b.create_block();
    b.set_cold_block(raise);
    let (registers, depth) = match job.shape {
        Shape::Entry => (Some(parameters[2]), parameters[3]),
        Shape::Block => (None, parameters[3]),
        Shape::Direct | Shape::Placed => (None, parameters[1]),
    };
    // compiled code passes no frame
    let frame = match job.shape {
        Shape::Entry | Shape::Block => parameters[1],
        Shape::Direct | Shape::Placed => b.ins().iconst(types::I64, 0),
    };
    let mut lowering = Lowering::new(&mut b, job, link, (parameters[0], frame, depth), raise);
    lowering.registers = registers;
    lowering.find_records(&[]);
    lowering.vary_given();
    lowering.start(&parameters);
    lowering.body();
    lowering.raise_block();
    b.seal_all_blocks();
    b.finalize(config);
}

impl<'a, 'b, 'h, 't, 'l> Lowering<'a, 'b, 'h, 't, 'l> {
    /// Lowers a job with a context, frame and depth. Code that raises jumps to the given block.
    fn new(
        b: &'l mut FunctionBuilder<'a>,
        job: &'t Job<'h, 't>,
        link: &'l mut Linker<'b, 'h>,
        (cx, frame, depth): (ir::Value, ir::Value, ir::Value),
        raise: ir::Block,
    ) -> Self {
        let function = &job.body.mir;
        let calls = link.calls(function);
        let blocks = function.blocks.iter().map(|_| b.create_block()).collect();
        let definition_of = uses::definition_of(function);
        let reads = |inst: &Inst, temp: Temp| link.only_reads(inst, temp);
        let owned = Owned::of(function, job.types, &definition_of, &reads);
        let is_unboxed_range = uses::bare_ranges(function, job.types, &definition_of);
        let own = link.own_signature(job.body);
        let declared = floats::Declared {
            parameter: &|index| {
                let parameter = own.and_then(|own| own.parameters.get(index));
                parameter.is_some_and(|parameter| plan::excludes_nan(parameter.ty))
            },
            result: &|inst| link.target_of(inst).is_some_and(|t| t.gives_no_nan()),
        };
        let floats = floats::Floats::of(function, job.types, job.given, job.shape, &declared);
        let switches = uses::rows_of_texts(function, &definition_of, matching::SWITCH_LEAST);
        let mut lowering = Lowering {
            b,
            job,
            link,
            cx,
            frame,
            depth,
            registers: None,
            values: vec![None; function.temps.len()],
            varied: Map::default(),
            switches: switches.into_iter().map(|row| (row, None)).collect(),
            definition_of,
            is_only_matched: uses::only_matched(function),
            is_unboxed_range,
            is_deferred: uses::deferred(function, job.types),
            records: record::Records::default(),
            floats,
            owned,
            lists: Map::default(),
            counted: Map::default(),
            around: Vec::new(),
            call_mark: None,
            loop_ids: Vec::new(),
            texts: Vec::new(),
            unchecked: Vec::new(),
            matching: 0,
            room: None,
            blocks,
            raise,
            raise_at: None,
            key_reads: Map::default(),
            running: None,
            block: 0,
            is_in_loop: vec![false; function.blocks.len()],
            exit: None,
            placed: placed::Placed::default(),
            calls,
            ended: false,
        };
        lowering.defer_unused();
        lowering
    }
}

impl<'t> Lowering<'_, '_, '_, 't, '_> {
    /// Makes variables of the given temps if code is entered in the middle: a loop may define them
    /// once more afterwards.
    fn vary_given(&mut self) {
        let job = self.job;
        if job.entry != BlockId(0) {
            for (temp, _) in job.given {
                self.vary(*temp);
            }
        }
    }

    /// Stores the given values, and reserves registers.
    fn start(&mut self, parameters: &[ir::Value]) {
        let job = self.job;
        if job.shape != Shape::Entry {
            self.check_depth();
            if self.is_heavy() {
                self.reserve();
            }
        }
        let used = self.link.used(job.body.mir);
        let mut next = DIRECT_FIRST;
        for (index, (temp, ty)) in job.given.iter().enumerate() {
            let rep = Rep::of(Some(*ty));
            let value = match job.shape {
                Shape::Direct if !used[index] => continue,
                Shape::Direct => {
                    let value = Val::of(rep, &parameters[next..]);
                    next += rep.types().len();
                    value
                }
                _ => {
                    let at = match job.shape {
                        Shape::Entry => temp.0 as usize,
                        _ => index,
                    };
                    let (tag, payload) = self.load_value(parameters[2], at);
                    self.unboxed(tag, payload, rep)
                }
            };
            let value = self.unboxed_range(*temp, value);
            match self.is_record(*temp) {
                true => self.define_hash(*temp, value),
                false => self.define(*temp, value),
            }
            if uses::is_list(job.body.mir, *temp) {
                let (_, list) = self.boxed(value);
                self.find_list(*temp, list);
            }
        }
        self.mark_call();
        self.begin();
    }

    /// Raises an error if calls are nested too deeply.
    fn check_depth(&mut self) {
        let max = self.pointer(limits::calls_calm());
        let max = self.b.ins().load(types::I64, TRUSTED, max, 0);
        let deep = self
            .b
            .ins()
            .icmp(IntCC::UnsignedGreaterThan, self.depth, max);
        let (over, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(deep, over, &[], fine, &[]);
        self.b.switch_to_block(over);
        let body = self.pointer(self.job.body);
        let raised = self.call(Helper::TooDeep, &[self.cx, body, self.depth])[0];
        let end = self.cold();
        self.b.ins().brif(raised, end, &[], fine, &[]);
        self.b.switch_to_block(end);
        self.return_raised();
        self.b.switch_to_block(fine);
        // code that enters from outside counts its own call
        if self.link.is_profiled()
            && self.job.shape != Shape::Block
            && self.job.body.mir.kind == mir::Kind::Function
        {
            self.count_call();
        }
    }

    /// Counts a call of this function for the profile, or notes that it is not counted.
    fn count_call(&mut self) {
        const COUNTERS: i32 = std::mem::offset_of!(Cx<'static>, counters) as i32;
        let body = self.job.body;
        let kind = profile::Kind::Function;
        let frame = profile::Frame::at(kind, &body.mir.name, body.source, body.mir.at);
        if !profile::counts_compiled() {
            return profile::note_uncounted(frame);
        }
        let at = Counters::offset(profile::counter(frame)) as i32;
        let counters = self.b.ins().load(types::I64, TRUSTED, self.cx, COUNTERS);
        let one = self.int(1);
        let any = Counters::ANY_AT as i32;
        self.b.ins().store(TRUSTED, one, counters, any);
        let calls = self.b.ins().load(types::I64, TRUSTED, counters, at);
        let calls = self.b.ins().iadd(calls, one);
        self.b.ins().store(TRUSTED, calls, counters, at);
    }

    /// Reserves registers, and finds the frame if no frame is given.
    fn reserve(&mut self) {
        let body = self.pointer(self.job.body);
        let registers = self.call(Helper::Enter, &[self.cx, self.frame, body, self.depth])[0];
        let zero = self.b.ins().iconst(types::I64, 0);
        let failed = self.b.ins().icmp(IntCC::Equal, registers, zero);
        let (over, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(failed, over, &[], fine, &[]);
        self.b.switch_to_block(over);
        self.return_raised();
        self.b.switch_to_block(fine);
        self.registers = Some(registers);
        let none = self.b.ins().iconst(types::I64, 0);
        let given = self.b.ins().icmp(IntCC::NotEqual, self.frame, none);
        let (look, go) = (self.b.create_block(), self.b.create_block());
        let frame = self.b.append_block_param(go, types::I64);
        let args = [BlockArg::Value(self.frame)];
        self.b.ins().brif(given, go, &args, look, &[]);
        self.b.switch_to_block(look);
        let found = self.call(Helper::FrameOf, &[self.cx, body])[0];
        self.b.ins().jump(go, &[BlockArg::Value(found)]);
        self.b.switch_to_block(go);
        self.frame = frame;
    }

    /// Jumps to the block where the body begins.
    fn begin(&mut self) {
        let job = self.job;
        for _ in 0..self.owned.loops.len() {
            let id = self.b.declare_var(types::I64);
            self.loop_ids.push(id);
        }
        for _ in 0..self.owned.texts.len() {
            let data = ir::StackSlotData::new(ir::StackSlotKind::ExplicitSlot, 16, 3);
            let slot = self.b.create_sized_stack_slot(data);
            self.texts.push(slot);
        }
        self.find_counted();
        self.find_loops();
        self.mark_loops(None, job.entry);
        self.enter_loops(None, job.entry);
        let entry = self.blocks[job.entry.0 as usize];
        self.add_parameters();
        let parameters = self.b.block_params(entry).to_vec();
        let types = parameters.iter().map(|p| self.b.func.dfg.value_type(*p));
        // no code reads a temp that is not given before it is defined
        let nothing: Vec<ir::Type> = types.collect();
        let nothing = nothing.into_iter().map(|ty| BlockArg::Value(self.zero(ty)));
        let nothing: Vec<BlockArg> = nothing.collect();
        self.b.ins().jump(entry, &nothing);
    }

    /// Returns zero of a type.
    fn zero(&mut self, ty: ir::Type) -> ir::Value {
        match ty {
            types::F64 => self.b.ins().f64const(0.0),
            ty => self.b.ins().iconst(ty, 0),
        }
    }

    /// Returns those of some temps that ever have a value.
    fn typed(&self, temps: &'t [Temp]) -> impl Iterator<Item = Temp> + use<'t> {
        let types = self.job.types;
        let temps = temps.iter().copied();
        temps.filter(|temp| types.of(*temp).is_some())
    }

    /// Adds the parameters of the blocks. The entry block gets the given values.
    fn add_parameters(&mut self) {
        let job = self.job;
        for (index, block) in job.body.mir.blocks.iter().enumerate().skip(1) {
            if !job.types.reached[index] {
                continue;
            }
            for parameter in self.typed(&block.parameters) {
                if self.varied.contains_key(&parameter) {
                    continue;
                }
                if self.is_record(parameter) {
                    self.add_record_parameters(self.blocks[index], parameter);
                    continue;
                }
                let rep = self.rep(parameter);
                let words = rep.types().iter();
                let words: Vec<ir::Value> = words
                    .map(|ty| self.b.append_block_param(self.blocks[index], *ty))
                    .collect();
                self.values[parameter.0 as usize] = Some(Val::of(rep, &words));
            }
        }
    }

    /// Makes a temp a CLIF variable.
    fn vary(&mut self, temp: Temp) {
        if self.is_record(temp) {
            return self.vary_record(temp);
        }
        let list = self.rep(temp).types();
        let first = self.b.declare_var(list[0]);
        let second = match list.get(1) {
            Some(ty) => self.b.declare_var(*ty),
            None => first,
        };
        self.varied.insert(temp, [first, second]);
    }

    /// Returns what a jump passes to the parameters of its target, given all of them with their values;
    /// those that are variables are set.
    fn arguments(&mut self, values: &[(Passed, Val)]) -> Vec<BlockArg> {
        let mut arguments = Vec::new();
        for (passed, value) in values {
            match passed {
                Passed::Temp(parameter) if self.varied.contains_key(parameter) => {
                    self.define(*parameter, *value);
                }
                Passed::Part(record, at)
                    if let Some([first, second]) = self.record_variable(*record, *at) =>
                {
                    let (tag, payload) = self.boxed(*value);
                    self.b.def_var(first, tag);
                    self.b.def_var(second, payload);
                }
                _ => {
                    let rep = self.passed_rep(*passed);
                    arguments.extend(self.convert(*value, rep).args());
                }
            }
        }
        arguments
    }

    /// Returns the representation of what a jump passes on.
    fn passed_rep(&self, passed: Passed) -> Rep {
        match passed {
            Passed::Temp(temp) => self.rep(temp),
            Passed::Part(..) => Rep::Boxed,
        }
    }

    fn body(&mut self) {
        let job = self.job;
        let function = &job.body.mir;
        // a temp is defined before it is used
        let mut order = function.reverse_postorder(job.entry);
        order.retain(|index| job.types.reached[*index]);
        let mut is_left: Vec<bool> = vec![true; function.blocks.len()];
        for index in order {
            is_left[index] = false;
            self.block = index;
            self.key_reads.clear();
            let block = &function.blocks[index];
            self.b.switch_to_block(self.blocks[index]);
            self.ended = false;
            for inst in &block.insts {
                if self.is_deferred[inst.result.0 as usize] {
                    continue;
                }
                self.inst(inst);
                if job.types.of(inst.result).is_none() {
                    // nothing follows an operation that never has a value
                    self.return_to_raise();
                    break;
                }
            }
            if !self.ended {
                self.terminator(index, &block.terminator);
            }
        }
        for (index, is_left) in is_left.into_iter().enumerate() {
            if is_left {
                self.b.switch_to_block(self.blocks[index]);
                self.b.ins().trap(ir::TrapCode::unwrap_user(1));
            }
        }
    }

    /// Returns true if the code that is being lowered runs again and again: code that runs once is not
    /// worth the time of compiling a fast path.
    fn repeats(&self) -> bool {
        let kind = self.job.body.mir.kind;
        self.is_in_loop[self.block] || matches!(kind, mir::Kind::Function | mir::Kind::Lambda)
    }

    fn return_to_raise(&mut self) {
        self.b.ins().jump(self.raise, &[]);
        self.ended = true;
    }

    // values

    fn cold(&mut self) -> ir::Block {
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        block
    }

    pub(crate) fn int(&mut self, value: i64) -> ir::Value {
        self.b.ins().iconst(types::I64, value)
    }

    pub(crate) fn pointer<T>(&mut self, to: &T) -> ir::Value {
        self.b
            .ins()
            .iconst(types::I64, std::ptr::from_ref(to) as i64)
    }

    pub(crate) fn call(&mut self, helper: Helper, arguments: &[ir::Value]) -> Vec<ir::Value> {
        let function = self.link.helper(helper, self.b.func);
        let call = self.b.ins().call(function, arguments);
        self.b.inst_results(call).to_vec()
    }

    /// Calls a helper with one result by its wrapper, which changes no register. This suits calls that
    /// run rarely.
    pub(crate) fn call_wrapper(&mut self, helper: Helper, arguments: &[ir::Value]) -> ir::Value {
        let signature = self
            .b
            .import_signature(preserve_all::signature(arguments.len()));
        let address = wrapper(helper).address();
        let function = self.int(address as i64);
        let result = self.room(1);
        let arguments = [arguments, &[result]].concat();
        self.b.ins().call_indirect(signature, function, &arguments);
        self.b.ins().load(types::I64, TRUSTED, result, 0)
    }

    pub(crate) fn rep(&self, temp: Temp) -> Rep {
        Rep::of(self.job.types.of(temp))
    }

    /// Returns the value of a temp; zero for a temp that is not made because no code reads it.
    pub(crate) fn get(&mut self, temp: Temp) -> Val {
        if self.is_record(temp) && self.is_made_record(temp) {
            return self.whole(temp);
        }
        let rep = self.rep(temp);
        if let Some(&[first, second]) = self.varied.get(&temp) {
            let value = self.b.use_var(first);
            return match rep {
                Rep::Boxed => Val::Boxed(value, self.b.use_var(second)),
                rep => Val::of(rep, &[value]),
            };
        }
        if let Some(value) = self.values[temp.0 as usize] {
            return value;
        }
        let words: Vec<ir::Value> = rep.types().iter().map(|ty| self.zero(*ty)).collect();
        Val::of(rep, &words)
    }

    /// Returns true if a temp has a value here. Code that is entered in the middle of a body gets
    /// only the temps that operations from there on use; temps of earlier operations have no value.
    pub(super) fn is_made(&self, temp: Temp) -> bool {
        self.varied.contains_key(&temp)
            || self.values[temp.0 as usize].is_some()
            || self.is_made_record(temp)
    }

    pub(crate) fn define(&mut self, temp: Temp, value: Val) {
        let rep = self.rep(temp);
        let value = self.convert(value, rep);
        let Some(&[first, second]) = self.varied.get(&temp) else {
            self.values[temp.0 as usize] = Some(value);
            return;
        };
        let parts = value.parts();
        self.b.def_var(first, parts[0]);
        if let Some(payload) = parts.get(1) {
            self.b.def_var(second, *payload);
        }
    }

    // errors

    /// Continues only if the tag says that there is a value, and nothing was raised.
    pub(crate) fn unless_raised(&mut self, tag: ir::Value) {
        let raised = self.has_tag(tag, abi::RAISED);
        let fine = self.b.create_block();
        self.b.ins().brif(raised, self.raise, &[], fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// Works like [`Self::unless_raised`], after a helper that checks limits without knowing the
    /// operation.
    pub(crate) fn unless_exceeded(&mut self, tag: ir::Value) {
        let exceeded = self.has_tag(tag, abi::RAISED);
        self.unless(exceeded);
    }

    /// Continues unless a limit was exceeded.
    pub(crate) fn unless(&mut self, exceeded: ir::Value) {
        let fine = self.b.create_block();
        let (failed, at) = match self.running {
            Some(inst) => {
                let at = self.pointer(inst);
                (self.raise_at(), vec![BlockArg::Value(at)])
            }
            None => (self.raise, Vec::new()),
        };
        self.b.ins().brif(exceeded, failed, &at, fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// Returns the block that code jumps to if it exceeds a limit. The operation is the argument of
    /// the jump.
    fn raise_at(&mut self) -> ir::Block {
        if let Some(block) = self.raise_at {
            return block;
        }
        let block = self.cold();
        self.b.append_block_param(block, types::I64);
        self.raise_at = Some(block);
        block
    }

    /// Fills the block of [`Self::raise_at`], if any code jumps there.
    fn raise_at_block(&mut self) {
        let Some(block) = self.raise_at else { return };
        self.b.switch_to_block(block);
        let at = self.b.block_params(block)[0];
        let body = self.pointer(self.job.body);
        self.call(Helper::RaisedAt, &[self.cx, body, at]);
        self.b.ins().jump(self.raise, &[]);
    }

    fn raise_block(&mut self) {
        self.raise_at_block();
        self.b.switch_to_block(self.raise);
        if self.job.shape != Shape::Entry && self.registers.is_some() {
            self.call(Helper::Leave, &[self.cx]);
        }
        self.return_raised();
    }

    fn return_raised(&mut self) {
        if self.job.shape == Shape::Placed {
            self.b.ins().jump(self.raise, &[]);
            return;
        }
        let raised = self.int(abi::RAISED as i64);
        let nothing = self.int(0);
        match (self.job.shape, self.job.result) {
            (Shape::Entry, _) | (_, Rep::Boxed) => self.b.ins().return_(&[raised, nothing]),
            (_, Rep::Float) => {
                let zero = self.b.ins().f64const(0.0);
                self.b.ins().return_(&[zero, raised])
            }
            (_, Rep::Int | Rep::Bool) => self.b.ins().return_(&[nothing, raised]),
        };
    }

    fn finish(&mut self, value: Val) {
        if let Some(exit) = self.exit {
            let value = self.convert(value, self.job.result);
            self.b.ins().jump(exit, &value.args());
            return;
        }
        let value = self.leave_call(value);
        if self.job.shape != Shape::Entry && self.registers.is_some() {
            self.call(Helper::Leave, &[self.cx]);
        }
        if self.job.shape == Shape::Entry {
            let (tag, payload) = self.boxed(value);
            self.b.ins().return_(&[tag, payload]);
            return;
        }
        let fine = self.int(0);
        match self.convert(value, self.job.result) {
            Val::Boxed(tag, payload) => self.b.ins().return_(&[tag, payload]),
            Val::Int(v) | Val::Float(v) => self.b.ins().return_(&[v, fine]),
            Val::Bool(v) => {
                let wide = self.b.ins().uextend(types::I64, v);
                self.b.ins().return_(&[wide, fine])
            }
        };
    }

    // operations

    /// Runs an operation by the interpreter's own code. Returns its value.
    pub(crate) fn interpret(&mut self, inst: &Inst) -> Val {
        let result = self.step(inst);
        self.unless_operation_raised(inst, result[0]);
        if let Op::Resource { .. } = &inst.op {
            self.note_missing_keys(inst, &result);
        }
        Val::Boxed(result[0], result[1])
    }

    /// Runs an operation that always raises; nothing follows it.
    pub(crate) fn fail(&mut self, inst: &Inst) {
        self.step(inst);
        let reads = self.reads_of(inst);
        self.add_missing_keys(inst, &reads);
        self.b.ins().jump(self.raise, &[]);
    }

    fn step(&mut self, inst: &Inst) -> Vec<ir::Value> {
        let mut operands = Vec::new();
        inst.op.operands(&mut |t| operands.push(t));
        let (body, at) = (self.pointer(self.job.body), self.pointer(inst));
        match self.registers {
            Some(registers) => {
                for temp in operands {
                    let value = self.get(temp);
                    self.store(value, registers, temp.0 as i32 * 16);
                }
                self.call(Helper::Step, &[self.cx, self.frame, body, registers, at])
            }
            None => {
                let room = self.room(operands.len());
                for (index, temp) in operands.into_iter().enumerate() {
                    let value = self.get(temp);
                    self.store(value, room, index as i32 * 16);
                }
                let arguments = [self.cx, self.frame, body, at, room, self.depth];
                self.call(Helper::Slow, &arguments)
            }
        }
    }

    fn inst(&mut self, inst: &'t Inst) {
        let outer = self.running.replace(inst);
        match self.has_records(inst) && !self.takes_values(inst) {
            true => self.with_hashes(inst, |cx| cx.operation(inst)),
            false => self.operation(inst),
        }
        self.note_read(inst);
        self.running = outer;
    }

    // Long because there is an arm for each operation.
    fn operation(&mut self, inst: &'t Inst) {
        use frontend::ast::BinaryOp::*;
        let value = match &inst.op {
            Op::Const(_) if self.is_record(inst.result) => {
                let record = self.record_of(inst.result);
                return self.define_record(inst.result, record);
            }
            Op::Const(index) => self.constant(*index as usize),
            Op::Not(t) | Op::ToBoolean(t) => {
                let value = self.get(*t);
                let truthy = self.truthy(value);
                match inst.op {
                    Op::Not(_) => {
                        let one = self.b.ins().iconst(types::I8, 1);
                        Val::Bool(self.b.ins().bxor(truthy, one))
                    }
                    _ => Val::Bool(truthy),
                }
            }
            Op::IsUndef(t) => match self.get(*t) {
                Val::Boxed(tag, _) => Val::Bool(self.has_tag(tag, abi::UNDEF)),
                _ => Val::Bool(self.b.ins().iconst(types::I8, 0)),
            },
            Op::Negate(value) => self.negate(inst, value.temp),
            Op::Binary {
                op: Plus,
                left,
                right,
            } if self.sum_record(inst.result, left.temp, right.temp) => return,
            Op::Binary {
                op: Plus | Minus | Times | Divide | Modulo,
                left,
                right,
            } => self.arithmetic(inst, left.temp, right.temp),
            Op::Binary {
                op: Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual,
                left,
                right,
            } => self.comparison(inst, left.temp, right.temp),
            Op::Binary {
                op: Match | NotMatch,
                left,
                right,
            } => self.matching(inst, left.temp, right.temp),
            Op::Binary {
                op: In,
                left,
                right,
            } => self.contains(inst, left.temp, right.temp),
            Op::Binary {
                op: LeftShift | RightShift,
                left,
                right,
            } => self.shift(inst, left.temp, right.temp),
            Op::OptionMatches {
                option,
                splat: false,
                control,
            } => self.option_matches(inst, option.temp, control.temp),
            Op::TypeName(_) => self.constant_type(inst),
            Op::TypeExpr(inner)
                if self.is_unboxed_range[inst.result.0 as usize]
                    && let Some(range) = ranges::of_literal(self.job.body.mir, *inner) =>
            {
                Val::Boxed(self.int(range.min), self.int(range.max))
            }
            // elsewhere, each expression is a type of its own, which annotations distinguish
            Op::TypeExpr(_) if self.is_only_matched[inst.result.0 as usize] => {
                self.constant_type(inst)
            }
            Op::Array(items) if items.iter().all(|i| !i.splat) => {
                let items: Vec<Temp> = items.iter().map(|item| item.value.temp).collect();
                self.array(&items)
            }
            Op::Part {
                value,
                index,
                count,
                ..
            } => self.part(inst, value.temp, *index, *count),
            Op::Access { left, keys } if keys.len() == 1 && !keys[0].splat => {
                let key = keys[0].value.temp;
                match self.record_value(left.temp, key) {
                    Some(value) => value,
                    None => self.with_hashes(inst, |cx| cx.access(inst, left.temp, key)),
                }
            }
            Op::Access { left, keys }
                if self.job.types.of(inst.result) == Some(Ty::Range)
                    && let [min, max] = &keys[..]
                    && let (Val::Int(min), Val::Int(max)) =
                        (self.get(min.value.temp), self.get(max.value.temp))
                    && uses::makes_integer_type(&self.definition_of, left.temp) =>
            {
                self.range(inst, min, max)
            }
            Op::Access { left, keys }
                if let [min, max] = &keys[..]
                    && !min.splat
                    && !max.splat
                    && uses::makes_integer_type(&self.definition_of, left.temp) =>
            {
                self.range_of(inst, min.value.temp, max.value.temp)
            }
            Op::Access { left, keys }
                if let [from, count] = &keys[..]
                    && !from.splat
                    && !count.splat =>
            {
                self.slice(inst, left.temp, from.value.temp, count.value.temp)
            }
            Op::IterBegin { .. } => self.iter_begin(inst),
            Op::IterNext(index) => match self.get(*index) {
                Val::Int(v) => {
                    let one = self.int(1);
                    Val::Int(self.b.ins().iadd(v, one))
                }
                _ => self.interpret(inst),
            },
            Op::IterMore { iter, index } => self.iter_more(*iter, *index),
            Op::IterGet {
                iter,
                index,
                yields,
            } => self.iter_get(*iter, *index, *yields),
            Op::IterKey { iter, index } => self.iter_key(*iter, *index),
            Op::Attempt { over, .. } => self.attempt(inst, *over),
            Op::LoadVariable(name) => self.variable(inst, name),
            Op::LoadSlot { depth, slot } if self.registers.is_some() => {
                self.slot(inst, *depth, *slot)
            }
            Op::CheckParameters { lambda, values, .. } => {
                self.check_parameters(inst, *lambda, values)
            }
            Op::IterEnd(iter) => self.iter_end(*iter),
            Op::ListBegin(like) => self.list_begin(inst, *like),
            Op::ListKeep {
                list,
                iter,
                index,
                yields,
            } => self.list_keep(*list, *iter, *index, *yields),
            Op::ListEnd { list, kept } => self.list_end(*list, kept.map(|(iter, _)| iter)),
            Op::Group { over, results } => self.group(*over, *results),
            Op::Hash(entries) if self.begin_record(inst.result, entries) => return,
            Op::Hash(entries) => self.hash(entries),
            Op::ListPush { list, value } => {
                let value = self.get(*value);
                self.list_push(*list, value)
            }
            Op::Call {
                arguments, block, ..
            } => self.function_call(inst, arguments, *block),
            Op::CallType {
                callee,
                arguments,
                block: None,
                ..
            } if let [from, more @ ..] = &arguments[..]
                && !from.splat
                && let Some(ty) = self.known_type(callee.temp)
                && let Some(radix) = self.radix(more) =>
            {
                self.conversion(inst, ty, from.value.temp, radix)
            }
            Op::LoadMatch(group) if self.registers.is_some() => {
                let group = self.int(i64::from(*group));
                let value = self.call(Helper::LoadMatch, &[self.cx, self.frame, group]);
                self.unless_exceeded(value[0]);
                Val::Boxed(value[0], value[1])
            }
            Op::PushMatch if self.registers.is_some() => {
                Val::Int(self.call(Helper::PushMatch, &[self.cx, self.frame])[0])
            }
            Op::PopMatch(pushed) if self.registers.is_some() => {
                let pushed = self.get(*pushed);
                let (_, at) = self.boxed(pushed);
                self.call(Helper::PopMatch, &[self.cx, self.frame, at]);
                self.undef()
            }
            Op::CallComputed {
                arguments,
                captures,
                ..
            } => self.computed_call(inst, arguments, captures),
            Op::Broke => {
                let broke = self.call(Helper::Broke, &[self.cx])[0];
                let zero = self.int(0);
                Val::Bool(self.b.ins().icmp(IntCC::NotEqual, broke, zero))
            }
            Op::Concat(parts) => self.concat(inst, parts),
            _ => self.interpret(inst),
        };
        if self.job.types.of(inst.result).is_some() {
            self.define(inst.result, value);
        }
    }
}
