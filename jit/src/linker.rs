//! Links compiled code: lowers an entry with the functions that it calls directly, and answers what
//! lowering asks about other code.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;

use cranelift_codegen::Context;
use cranelift_codegen::ir::{self, UserFuncName};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::FuncId;
use frontend::name::Map;
use mir::facts;
use mir::infer::{Types, infer};
use mir::ir::Leave;
use mir::op::{CallForm, Item};
use mir::ranges::{Range, ranges};
use mir::{BlockId, Function, Inst, Kind, Op, Temp, Ty};
use runtime::frame::Body;
use runtime::function::Resolved;
use runtime::function::Signature;
use runtime::types::{Type, TypeRef};
use runtime::{Cx, interp};

use crate::abi::Helper;
use crate::caught::{Problem, caught_here};
use crate::code::{self, Compiled, Lowered, Memory};
use crate::lower::{self, Job, Rep, Shape};
use crate::owned;
use crate::plan::{self, Target};
use crate::shapes::{Keys, Source};
use crate::site::Site;
use crate::statistics::{Counts, cpu_nanos};
use crate::switch::Switch;
use crate::watch::{self, Step, Watch};

/// The greatest number of functions with whose names a call by a computed name compares.
const NAMED_MAX: usize = 4;

/// The greatest number of parameters that are inspected to find out whether a call only reads a hash.
const READERS_MAX: usize = 30;

/// The greatest number of operations of a function that is looked at for the keys of its results.
const KEYS_SIZE_MAX: usize = 100;

/// The greatest depth of calls that are looked at for the keys of results.
const KEYS_DEPTH_MAX: usize = 3;

/// The code of an engine that is called directly, and the tables that code refers to.
#[derive(Default)]
pub(crate) struct Linked {
    /// Made when something is compiled.
    pub memory: Option<Memory>,
    /// Code that is called directly, by body and types.
    direct: Map<(usize, Vec<Ty>), Direct>,
    /// Caches of the places where hashes held a key, one for each access in code.
    #[allow(clippy::vec_box, reason = "code points to them")]
    places: Vec<Box<AtomicU32>>,
    /// The calls of built-in functions.
    #[allow(clippy::vec_box, reason = "code points to them")]
    sites: Vec<Box<Site>>,
    /// The hash tables that select among text options.
    #[allow(clippy::vec_box, reason = "code points to them")]
    switches: Vec<Box<Switch>>,
}

#[derive(Clone, Copy)]
struct Direct {
    id: FuncId,
    result: Rep,
}

/// A function to be lowered for direct calls.
struct Spec<'h> {
    target: Target<'h>,
    key: Vec<Ty>,
    types: Option<Rc<Types>>,
    result: Option<Ty>,
}

impl<'h> Spec<'h> {
    fn given(&self) -> Vec<(Temp, Ty)> {
        self.target.given(&self.key)
    }

    /// Returns the bounds of Integer parameters. Arguments are checked against the declared types,
    /// so these bounds hold.
    fn ranges(&self) -> Vec<(Temp, Range)> {
        let parameters = self.target.signature.parameters.iter();
        let given = self.given().into_iter().zip(parameters);
        let integers = given.filter(|((_, ty), _)| *ty == Ty::Integer);
        let ranges = integers.map(|((temp, _), parameter)| match parameter.ty {
            Type::Integer { min, max } => {
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                (temp, Range { min, max })
            }
            _ => (temp, Range::ALL),
        });
        ranges.collect()
    }

    /// Returns the type of the result. The result is checked against the declared type, so this
    /// type holds.
    fn result_ty(&self, types: &Types) -> Option<Ty> {
        let declared = self.target.signature.returns.map(plan::declared_result);
        // the value of `return` is not checked
        let declared = declared.filter(|_| !plan::leaves(self.target.body.mir, Leave::Return));
        match (types.result, declared) {
            (Some(_), Some(ty)) if plan::key(ty) != Ty::Any => Some(ty),
            (found, _) => found,
        }
    }
}

impl Linked {
    /// Forgets declared functions that will not be compiled.
    pub fn forget(&mut self, declared: &[(usize, Vec<Ty>)]) {
        for name in declared {
            self.direct.remove(name);
        }
    }
}

/// An entry with the functions that it calls directly and that are not compiled yet.
pub(crate) struct Batch {
    /// The functions; the entry is the last.
    functions: Vec<Lowered>,
    /// The functions that can be called directly once they are compiled.
    declared: Vec<(usize, Vec<Ty>)>,
}

/// The outcome of a batch.
pub(crate) struct Done {
    /// The functions; the entry is the last.
    pub functions: Result<Vec<Compiled>, Problem>,
    /// The functions that can be called directly from now on if the compilation succeeded.
    pub declared: Vec<(usize, Vec<Ty>)>,
}

impl Batch {
    /// Compiles the functions, in their order.
    pub fn compile(self, watch: &Watch, counts: &Counts) -> Done {
        let mut context = Context::new();
        let mut compile = |function: Lowered| {
            let (began, before) = (cpu_nanos(), function.nanos);
            let name = function.name.clone();
            let work = || Ok(function.compile(&mut context, watch)?);
            let compiled = caught_here(&name, work);
            counts.function(before + cpu_nanos() - began);
            compiled
        };
        Done {
            functions: self.functions.into_iter().map(&mut compile).collect(),
            declared: self.declared,
        }
    }
}

/// Lowers an entry and the functions that it calls directly.
pub(crate) struct Linker<'b, 'h> {
    cx: &'b mut Cx<'h>,
    linked: &'b mut Linked,
    targets: Map<usize, Option<Target<'h>>>,
    /// For each call by a computed name, the functions that it has called so far, with their names.
    named: Map<usize, Rc<[(String, Target<'h>)]>>,
    specs: Vec<Spec<'h>>,
    numbers: Map<(usize, Vec<Ty>), usize>,
    /// The parameters that each body uses.
    used: Map<usize, Rc<[bool]>>,
    /// The indices into `specs` of functions that code refers to and that are not lowered yet.
    wanted: Vec<(usize, FuncId)>,
    /// The keys of the hashes that functions return, by body and the depth of the search.
    result_keys: RefCell<Map<(usize, usize), Option<Keys<'h>>>>,
    /// The functions declared so far.
    pub declared: Vec<(usize, Vec<Ty>)>,
    /// The reason why one of them could not be declared.
    problem: Option<String>,
}

impl<'b, 'h> Linker<'b, 'h> {
    pub fn new(cx: &'b mut Cx<'h>, linked: &'b mut Linked) -> Linker<'b, 'h> {
        Linker {
            cx,
            linked,
            targets: Map::default(),
            named: Map::default(),
            specs: Vec::new(),
            numbers: Map::default(),
            used: Map::default(),
            wanted: Vec::new(),
            result_keys: RefCell::default(),
            declared: Vec::new(),
            problem: None,
        }
    }

    /// Returns true if the evaluation that asks for code is profiled. The code then counts its
    /// calls.
    pub(crate) fn is_profiled(&self) -> bool {
        self.cx.is_profiled
    }

    /// Returns a new cache for an access, which stores where it found its key.
    pub(crate) fn place(&mut self) -> *const AtomicU32 {
        let place = Box::<AtomicU32>::default();
        let at = &raw const *place;
        self.linked.places.push(place);
        at
    }

    /// Stores a call of a built-in function, so that it lives as long as the code around it.
    pub(crate) fn site(&mut self, site: Site) -> *const Site {
        let site = Box::new(site);
        let at = &raw const *site;
        self.linked.sites.push(site);
        at
    }

    /// Creates a table that finds the text that a value equals, and returns its address.
    pub(crate) fn switch<'a>(&mut self, texts: impl Iterator<Item = &'a str>) -> *const Switch {
        let switch = Box::new(Switch::new(texts));
        let at = &raw const *switch;
        self.linked.switches.push(switch);
        at
    }

    fn memory(&mut self) -> &mut Memory {
        self.linked.memory.as_mut().expect("`entry` looked for it")
    }

    /// Lowers an entry and the functions that it calls.
    pub fn entry(
        &mut self,
        body: &'h Body<'h>,
        entry: BlockId,
        given: &[(Temp, Ty)],
        known: &[(Temp, Range)],
    ) -> Result<Batch, String> {
        if self.linked.memory.is_none() {
            return Err("there is no compiler for this machine".to_owned());
        }
        self.find_targets(body.mir);
        let types = self.solve(body, entry, given);
        let all = given.iter().filter(|(_, ty)| *ty == Ty::Integer);
        let known: Vec<(Temp, Range)> = match known.is_empty() {
            true => all.map(|(temp, _)| (*temp, Range::ALL)).collect(),
            false => known.to_vec(),
        };
        let ranges = ranges(body.mir, &types, entry, given, &known);
        let job = Job {
            body,
            types: &types,
            ranges: &ranges,
            shape: Shape::of_entry(body, entry),
            entry,
            given,
            result: Rep::Boxed,
        };
        let id = self.memory().declare(&code::entry_signature())?;
        let own = self.lower(&job, id, code::entry_signature());
        // includes the functions that are called indirectly
        let mut functions = Vec::new();
        while let Some((index, id)) = self.wanted.pop() {
            functions.push(self.lower_spec(index, id)?);
        }
        functions.push(own);
        match self.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(Batch {
                functions,
                declared: std::mem::take(&mut self.declared),
            }),
        }
    }

    fn lower_spec(&mut self, index: usize, id: FuncId) -> Result<Lowered, String> {
        let spec = &mut self.specs[index];
        let types = spec.types.clone().ok_or("a function was not inferred")?;
        let (given, result) = (spec.given(), Rep::of(spec.result));
        let ranges = ranges(
            spec.target.body.mir,
            &types,
            BlockId(0),
            &given,
            &spec.ranges(),
        );
        let (body, key) = (spec.target.body, spec.key.clone());
        let signature = self.direct_signature(body.mir, &key, result);
        let job = Job {
            body,
            types: &types,
            ranges: &ranges,
            shape: Shape::Direct,
            entry: BlockId(0),
            given: &given,
            result,
        };
        Ok(self.lower(&job, id, signature))
    }

    fn lower(&mut self, job: &Job<'h, '_>, id: FuncId, signature: ir::Signature) -> Lowered {
        let began = cpu_nanos();
        let name = watch::code_name(job.body, job.entry, job.given);
        let memory = self.memory();
        memory.watch.step(Step::Lower, &name);
        let config = memory.config();
        // the builder borrows what the linker also needs
        let mut scratch = std::mem::take(&mut memory.builder);
        let mut function = ir::Function::with_name_signature(UserFuncName::default(), signature);
        let builder = FunctionBuilder::new(&mut function, &mut scratch);
        lower::lower(builder, job, self, config);
        self.memory().builder = scratch;
        Lowered {
            id,
            function,
            name,
            nanos: cpu_nanos() - began,
            // a function that hot code calls repeats as a loop does
            repeats: job.shape == Shape::Direct || plan::has_loop(job.body.mir),
        }
    }

    /// Finds the functions that a body calls directly.
    fn find_targets(&mut self, function: &Function) {
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let key = std::ptr::from_ref(inst) as usize;
            let target = match &inst.op {
                Op::Call {
                    name,
                    arguments,
                    block: None,
                    ..
                } if arguments.iter().all(|a| !a.splat) && !self.targets.contains_key(&key) => {
                    plan::target(self.cx, *name, arguments.len())
                }
                Op::CallComputed { arguments, .. } if !self.targets.contains_key(&key) => {
                    self.targets.insert(key, None);
                    self.find_named(key, arguments);
                    continue;
                }
                _ => continue,
            };
            self.targets.insert(key, target);
            if let Some(target) = target
                && !std::ptr::eq(target.body.mir, function)
            {
                self.find_targets_once(target.body.mir);
                for default in target.defaults.iter().flatten() {
                    self.find_targets_once(default.body.mir);
                }
            }
        }
    }

    fn find_targets_once(&mut self, function: &Function) {
        let calls = |inst: &&Inst| {
            matches!(
                inst.op,
                Op::Call { block: None, .. } | Op::CallComputed { .. }
            )
        };
        let first = function.blocks.iter().flat_map(|b| &b.insts).find(calls);
        let known =
            first.is_none_or(|i| self.targets.contains_key(&(std::ptr::from_ref(i) as usize)));
        if !known && self.targets.len() < 4_000 {
            self.find_targets(function);
        }
    }

    /// Finds the functions that a call by a computed name may call, among those that were called by
    /// such names before.
    fn find_named(&mut self, call: usize, arguments: &[Item]) {
        let given = vec![Some(Ty::Any); arguments.len() - 1];
        let mut named = Vec::new();
        for (name, function) in interp::called_names(self.cx) {
            let target = plan::target(self.cx, function, given.len());
            // a call of any other function may have to catch a `break`
            let fits = |target: &Target<'h>| {
                target.defaults.is_empty() && !plan::leaves(target.body.mir, Leave::Break)
            };
            if let Some(target) = target.filter(fits)
                && named.len() < NAMED_MAX
            {
                let key = self.key(&target, &given);
                self.spec(target, key);
                self.find_targets_once(target.body.mir);
                named.push((name, target));
            }
        }
        self.named.insert(call, named.into());
    }

    /// Infers the types of an entry and of all functions called from it together.
    fn solve(&mut self, body: &'h Body<'h>, entry: BlockId, given: &[(Temp, Ty)]) -> Types {
        loop {
            let count = self.specs.len();
            let types = self.infer(body.mir, entry, given);
            let mut changed = self.specs.len() > count;
            // in reverse order: the result type of a function matters to those before it, which
            // call it
            for index in (0..self.specs.len()).rev() {
                changed |= self.solve_spec(index);
            }
            let mut index = count;
            while index < self.specs.len() {
                changed |= self.specs[index].types.is_none() && self.solve_spec(index);
                index += 1;
            }
            if !changed {
                return types;
            }
        }
    }

    /// Infers the types of a function again. Returns true if the type of its result has changed, or
    /// if its types were not known before.
    fn solve_spec(&mut self, index: usize) -> bool {
        let (mir, given) = (self.specs[index].target.body.mir, self.specs[index].given());
        let found = self.infer(mir, BlockId(0), &given);
        let spec = &mut self.specs[index];
        let result = spec.result_ty(&found);
        let changed = result != spec.result || spec.types.is_none();
        spec.result = result;
        spec.types = Some(Rc::new(found));
        changed
    }

    fn infer(&mut self, function: &Function, entry: BlockId, given: &[(Temp, Ty)]) -> Types {
        let replaced = self.cx.host.replaces_builtins();
        let found = infer(
            function,
            entry,
            given,
            &mut |inst, arguments| match self.target_of(inst) {
                Some(target) => {
                    for default in target.defaults.iter().flatten() {
                        let key = self.key(default, arguments);
                        self.spec(*default, key);
                    }
                    let key = self.key(&target, arguments);
                    let narrowed = narrows(&key, arguments, target.defaults);
                    let result = self.spec(target, key)?;
                    Some(if narrowed { widened(result) } else { result })
                }
                None if replaced => Some(Ty::Any),
                None => Some(builtin_result(inst, arguments)),
            },
        );
        Types { replaced, ..found }
    }

    /// Returns the type that a function returns for arguments of some types, as far as it is known.
    fn spec(&mut self, target: Target<'h>, key: Vec<Ty>) -> Option<Ty> {
        let name = (std::ptr::from_ref(target.body) as usize, key);
        if let Some(&index) = self.numbers.get(&name) {
            return self.specs[index].result;
        }
        self.numbers.insert(name.clone(), self.specs.len());
        self.specs.push(Spec {
            target,
            key: name.1,
            types: None,
            result: None,
        });
        None
    }

    // answers to lowering

    /// Returns the built-in function that a call names.
    pub(crate) fn builtin(&mut self, name: frontend::Symbol) -> Option<&'static Resolved> {
        interp::builtin(self.cx, name)
    }

    /// Returns the type that an operation always evaluates to.
    pub(crate) fn constant_type(
        &mut self,
        body: &'h Body<'h>,
        inst: &Inst,
    ) -> Option<TypeRef<'static>> {
        interp::constant_type(self.cx, body, &inst.op)
    }

    /// Returns a type with the same instances as the one that an operation always evaluates to.
    pub(crate) fn tested_type(
        &mut self,
        body: &'h Body<'h>,
        inst: &Inst,
    ) -> Option<TypeRef<'static>> {
        interp::tested_type(self.cx, body, &inst.op)
    }

    /// Returns an equal type that lives as long as the process, if the type consists of built-in
    /// types only.
    pub(crate) fn frozen(&self, ty: TypeRef<'_>) -> Option<TypeRef<'static>> {
        interp::frozen_type(ty)
    }

    /// Returns the types of a lambda's parameters, if they are the same for all its runs.
    pub(crate) fn parameter_types(
        &mut self,
        body: &'h Body<'h>,
        lambda: mir::Inner,
    ) -> Option<Vec<TypeRef<'static>>> {
        interp::parameter_types(self.cx, &body.inner[lambda.0 as usize])
    }

    pub(crate) fn target_of(&self, inst: &Inst) -> Option<Target<'h>> {
        self.targets
            .get(&(std::ptr::from_ref(inst) as usize))
            .copied()
            .flatten()
    }

    /// Returns the keys of the hashes that the function of a call returns, if it is small and these are
    /// always the same.
    pub(crate) fn result_keys(&self, inst: &Inst) -> Option<Keys<'h>> {
        self.keys_within(inst, KEYS_DEPTH_MAX)
    }

    fn keys_within(&self, inst: &Inst, depth: usize) -> Option<Keys<'h>> {
        let target = self.target_of(inst)?;
        let name = std::ptr::from_ref(target.body) as usize;
        if let Some(known) = self.result_keys.borrow().get(&(name, depth)) {
            return known.clone();
        }
        let function = target.body.mir;
        let insts = || function.blocks.iter().flat_map(|b| &b.insts);
        let fits = depth > 0 && insts().count() <= KEYS_SIZE_MAX && !plan::has_loop(function);
        let keys = fits.then(|| {
            let mut definition_of = vec![None; function.temps.len()];
            insts().for_each(|inst| definition_of[inst.result.0 as usize] = Some(inst));
            let source = Source {
                function,
                constants: target.body.constants,
                definition_of: &definition_of,
                result: &|inst| self.keys_within(inst, depth - 1),
            };
            source.returned()
        });
        let keys = keys.flatten();
        let mut known = self.result_keys.borrow_mut();
        known.insert((name, depth), keys.clone());
        keys
    }

    /// Returns the functions that a call by a computed name has called so far, each with its name.
    pub(crate) fn named(&self, inst: &Inst) -> Option<Rc<[(String, Target<'h>)]>> {
        let named = self.named.get(&(std::ptr::from_ref(inst) as usize))?;
        (!named.is_empty()).then(|| Rc::clone(named))
    }

    /// Returns the types on which a function is specialised for arguments of the given types.
    pub(crate) fn key(&self, target: &Target<'h>, arguments: &[Option<Ty>]) -> Vec<Ty> {
        let parameters = 0..target.signature.parameters.len();
        let key = parameters.map(|index| match plan::key(target.declared(index)) {
            Ty::Any if target.rest() != Some(index) => match arguments.get(index) {
                Some(ty) => plan::key(ty.unwrap_or(Ty::Any)),
                None => Ty::Any,
            },
            declared => declared,
        });
        key.collect()
    }

    /// Returns the function to call for a target and types, with the representation of its result.
    pub(crate) fn direct(
        &mut self,
        target: &Target<'h>,
        key: &[Ty],
        function: &mut ir::Function,
    ) -> Option<(ir::FuncRef, Rep)> {
        let name = (std::ptr::from_ref(target.body) as usize, key.to_vec());
        let direct = match self.linked.direct.get(&name) {
            Some(direct) => *direct,
            None => self.declare(name)?,
        };
        Some((self.memory().function(direct.id, function), direct.result))
    }

    /// Declares a function whose types are inferred, to be lowered later.
    fn declare(&mut self, name: (usize, Vec<Ty>)) -> Option<Direct> {
        let index = *self.numbers.get(&name)?;
        let result = Rep::of(self.specs[index].result);
        let function = self.specs[index].target.body.mir;
        let signature = self.direct_signature(function, &name.1, result);
        match self.memory().declare(&signature) {
            Ok(id) => {
                let direct = Direct { id, result };
                self.linked.direct.insert(name.clone(), direct);
                self.declared.push(name);
                self.wanted.push((index, id));
                Some(direct)
            }
            Err(problem) => {
                self.problem.get_or_insert(problem);
                None
            }
        }
    }

    fn direct_signature(&mut self, function: &Function, key: &[Ty], result: Rep) -> ir::Signature {
        let used = self.used(function);
        let given = key.iter().zip(&*used).filter(|(_, used)| **used);
        let reps: Vec<Rep> = given.map(|(ty, _)| Rep::of(Some(*ty))).collect();
        code::direct_signature(&reps, result)
    }

    /// Returns for each temp of a function whether the function uses it.
    pub(crate) fn used(&mut self, function: &Function) -> Rc<[bool]> {
        let name = std::ptr::from_ref(function) as usize;
        let find = || plan::used_parameters(function).into();
        Rc::clone(self.used.entry(name).or_insert_with(find))
    }

    /// Returns true if a call runs a function written in Puppet that only reads the hash in a temp.
    pub(crate) fn only_reads(&self, inst: &Inst, temp: Temp) -> bool {
        self.call_reads(inst, temp, &mut Vec::new())
    }

    /// Works like [`Self::only_reads`]. `seen` contains the parameters that are being inspected, so
    /// that a recursion ends.
    fn call_reads(&self, inst: &Inst, temp: Temp, seen: &mut Vec<(usize, usize)>) -> bool {
        let (Some(target), Op::Call { arguments, .. }) = (self.target_of(inst), &inst.op) else {
            return false;
        };
        let function = target.body.mir;
        let mut given = arguments.iter().enumerate();
        target.defaults.is_empty()
            && given.all(|(argument, item)| {
                let parameter = target.parameter_of(argument);
                if item.value.temp != temp {
                    return true;
                }
                let name = (std::ptr::from_ref(function) as usize, parameter);
                if seen.contains(&name) {
                    return true;
                }
                if target.rest() == Some(parameter) || seen.len() >= READERS_MAX {
                    return false;
                }
                seen.push(name);
                let own = function.blocks[0].parameters[parameter];
                owned::only_reads(function, own, &mut |inst, temp| {
                    self.call_reads(inst, temp, seen)
                })
            })
    }

    /// Counts the calls of functions written in Puppet in a body.
    pub(crate) fn calls(&self, function: &Function) -> usize {
        let insts = function.blocks.iter().flat_map(|b| &b.insts);
        insts.filter(|inst| self.target_of(inst).is_some()).count()
    }

    /// Returns the types inferred in a function for arguments of the given types, and the bounds
    /// that its declaration sets for Integer parameters.
    pub(crate) fn inferred(
        &self,
        target: &Target<'h>,
        key: &[Ty],
    ) -> Option<(Rc<Types>, Vec<(Temp, Range)>)> {
        let name = (std::ptr::from_ref(target.body) as usize, key.to_vec());
        let spec = &self.specs[*self.numbers.get(&name)?];
        Some((spec.types.clone()?, spec.ranges()))
    }

    pub(crate) fn helper(&mut self, helper: Helper, function: &mut ir::Function) -> ir::FuncRef {
        self.memory().helper(helper, function)
    }

    /// Returns the signature of a function that is called directly.
    pub(crate) fn own_signature(&self, body: &Body<'h>) -> Option<&'h Signature<'h>> {
        let mut specs = self.specs.iter();
        let spec = specs.find(|s| std::ptr::eq(s.target.body.mir, body.mir));
        spec.filter(|_| body.mir.kind == Kind::Function)
            .map(|s| s.target.signature)
    }
}

/// Returns true if a function is called directly only if arguments and defaults are Integers of 64
/// bits. Larger Integers take the slow path.
fn narrows(key: &[Ty], arguments: &[Option<Ty>], defaults: &[Option<Target<'_>>]) -> bool {
    let mut pairs = key.iter().zip(arguments);
    let mut computed = key.iter().rev().zip(defaults.iter().rev());
    pairs.any(|(key, given)| *key == Ty::Integer && *given != Some(Ty::Integer))
        || computed.any(|(key, default)| *key == Ty::Integer && default.is_some())
}

/// Returns the type of a function's result if its arguments may have been Integers beyond 64 bits.
fn widened(result: Ty) -> Ty {
    match result {
        Ty::Integer | Ty::Numeric | Ty::Integers | Ty::Range | Ty::Strided => Ty::Any,
        other => other,
    }
}

/// Returns the type of the result of a call of a built-in function. A first argument that may be an
/// object may have a member of that name, whose result may be any value.
fn builtin_result(inst: &Inst, arguments: &[Option<Ty>]) -> Ty {
    let Op::Call {
        name, block, form, ..
    } = &inst.op
    else {
        return Ty::Any;
    };
    let may_be_object = arguments.first().is_some_and(|ty| *ty == Some(Ty::Any));
    if may_be_object && *form == CallForm::Method {
        return Ty::Any;
    }
    match block {
        None => facts::of(name.as_str()).result_ty(arguments),
        Some(_) => Ty::Any,
    }
}
