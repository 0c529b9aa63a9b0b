//! Owns executable memory: one module of Cranelift's for each engine, freed with it, and one for
//! the wrappers that all engines call.
//!
//! Invariants of the unsafe code here:
//! * A pointer to code is returned only after `finalize_definitions`, which makes its memory
//!   executable and no longer writable.
//! * Code is freed when its module is dropped. Only the engine that owns the module runs the code,
//!   and the references of bodies to code belong to that engine (see [`crate::engine`]).
#![allow(unsafe_code, reason = "executable memory")]

use std::fmt::Write as _;
use std::mem::ManuallyDrop;
use std::sync::OnceLock;

use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{self, AbiParam, Signature, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, ir::FuncRef};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, ModuleReloc, default_libcall_names};

use crate::abi::{self, Entry, Helper};
use crate::lower::Rep;
use crate::preserve_all;
use crate::watch::{Names, Step, Symbol, Watch};

/// A module with its helpers.
pub struct Memory {
    module: ManuallyDrop<JITModule>,
    pub(crate) builder: FunctionBuilderContext,
    /// The helpers that code has called so far, as functions of the module.
    helpers: Vec<(Helper, FuncId)>,
    count: u32,
    pub(crate) watch: Watch,
    /// The listing of the code so far, for display.
    pub(crate) listing: String,
    /// Code that has no address yet: function, bytes, name.
    unplaced: Vec<(FuncId, usize, String)>,
    pub(crate) symbols: Vec<Symbol>,
    /// Bytes of code so far.
    pub bytes: usize,
}

/// A function that has been lowered to CLIF.
pub(crate) struct Lowered {
    pub id: FuncId,
    pub function: ir::Function,
    /// The name of the code in listings.
    pub name: String,
    /// Nanoseconds that lowering took.
    pub nanos: u64,
    /// True if it has a loop, or if other code calls it directly.
    pub repeats: bool,
}

/// The address space that a module reserves for its code, in bytes. Functions call each other by
/// distances of 31 bits. Without a reservation, their memory may be further apart.
const CODE_SPACE: usize = 1 << 30;

/// The greatest number of operations for which code is optimised that has no loop and that other
/// code does not call directly. Larger code is compiled faster, to slower code.
const LARGE: usize = 400;
/// The same limit for all other code.
const HUGE: usize = 6_000;

/// The helpers that have a wrapper which changes no register: see [`preserve_all`].
const WRAPPED: [Helper; 3] = [Helper::IsLate, Helper::Release, Helper::ReleaseCall];

/// A function that has been compiled.
pub(crate) struct Compiled {
    id: FuncId,
    bytes: Vec<u8>,
    alignment: u64,
    relocs: Vec<ModuleReloc>,
    name: String,
    /// The listing of the function, for display.
    listing: String,
}

impl Lowered {
    /// Compiles the function.
    ///
    /// # Errors
    /// Returns Cranelift's message.
    pub fn compile(self, context: &mut Context, watch: &Watch) -> Result<Compiled, String> {
        watch.step(Step::Compile, &self.name);
        let shows = |names: &Option<Names>| names.as_ref().is_some_and(|n| n.contains(&self.name));
        let mut listing = String::new();
        if shows(&watch.clif) {
            let _ = writeln!(listing, "; {}\n{}", self.name, self.function.display());
        }
        context.clear();
        context.func = self.function;
        context.set_disasm(shows(&watch.asm));
        let most = if self.repeats { HUGE } else { LARGE };
        let effort = match context.func.dfg.num_insts() > most {
            true => Effort::Little,
            false => Effort::Full,
        };
        let isa = isa(effort)?;
        if let Err(e) = context.compile(&*isa, &mut ControlPlane::default()) {
            return Err(format!("{:?}\n{}", e.inner, e.func.display()));
        }
        let code = context.compiled_code().ok_or("Cranelift gave no code")?;
        if let Some(text) = code.vcode.as_ref().filter(|_| shows(&watch.asm)) {
            let _ = writeln!(listing, "; {}\n{text}", self.name);
        }
        let relocs = code.buffer.relocs().iter();
        let relocs =
            relocs.map(|reloc| ModuleReloc::from_mach_reloc(reloc, &context.func, self.id));
        Ok(Compiled {
            id: self.id,
            bytes: code.code_buffer().to_vec(),
            alignment: u64::from(code.buffer.alignment),
            relocs: relocs.collect(),
            name: self.name,
            listing,
        })
    }
}

/// The code of one function.
#[derive(Clone, Copy)]
pub struct Code(*const u8);

// SAFETY: code is immutable
unsafe impl Send for Code {}
// SAFETY: as above
unsafe impl Sync for Code {}

impl Code {
    /// Returns the code at an address; `None` for null.
    #[inline]
    pub(crate) fn at(address: *mut u8) -> Option<Code> {
        (!address.is_null()).then_some(Code(address))
    }

    /// Returns the address of the code.
    pub(crate) fn address(self) -> *mut u8 {
        self.0.cast_mut()
    }

    /// Returns the code as a function that can be called.
    ///
    /// # Safety
    /// It was compiled as an entry, and its module lives.
    pub unsafe fn entry(self) -> Entry {
        // SAFETY: as this function's
        unsafe { std::mem::transmute::<*const u8, Entry>(self.0) }
    }
}

/// Returns Cranelift's target for this machine, with the settings for an effort.
fn isa(effort: Effort) -> Result<OwnedTargetIsa, String> {
    type Isa = OnceLock<Result<OwnedTargetIsa, String>>;
    static FULL: Isa = OnceLock::new();
    static LITTLE: Isa = OnceLock::new();
    let isa = match effort {
        Effort::Full => &FULL,
        Effort::Little => &LITTLE,
    };
    isa.get_or_init(|| find_isa(effort)).clone()
}

/// The effort spent on generating code.
#[derive(Clone, Copy)]
enum Effort {
    /// Cranelift optimises the code.
    Full,
    /// Cranelift does not optimise, and allocates registers in a single pass, which takes a
    /// fraction of the time.
    Little,
}

fn find_isa(effort: Effort) -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let (optimisation, allocation) = match effort {
        Effort::Full => ("speed", "backtracking"),
        Effort::Little => ("none", "single_pass"),
    };
    let set = [
        ("opt_level", optimisation),
        ("regalloc_algorithm", allocation),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
    ];
    for (name, value) in set {
        flags.set(name, value).map_err(|e| e.to_string())?;
    }
    let builder = cranelift_native::builder()?;
    builder
        .finish(settings::Flags::new(flags))
        .map_err(|e| e.to_string())
}

impl Memory {
    /// Creates an empty module.
    ///
    /// # Errors
    /// If Cranelift does not support this machine.
    pub fn new(watch: Watch) -> Result<Memory, String> {
        let mut builder = JITBuilder::with_isa(isa(Effort::Full)?, default_libcall_names());
        builder.symbol_lookup_fn(Box::new(abi::address));
        // without this address space, the allocator chooses a place for each piece of code
        if let Ok(space) = ArenaMemoryProvider::new_with_size(CODE_SPACE) {
            builder.memory_provider(Box::new(space));
        }
        Ok(Memory {
            module: ManuallyDrop::new(JITModule::new(builder)),
            builder: FunctionBuilderContext::new(),
            helpers: Vec::new(),
            count: 0,
            watch,
            listing: String::new(),
            unplaced: Vec::new(),
            symbols: Vec::new(),
            bytes: 0,
        })
    }

    /// Declares a function of our own.
    ///
    /// # Errors
    /// Returns the module's message.
    pub(crate) fn declare(&mut self, signature: &Signature) -> Result<FuncId, String> {
        self.count += 1;
        let name = format!("f{}", self.count);
        let id = self
            .module
            .declare_function(&name, Linkage::Local, signature);
        id.map_err(|e| e.to_string())
    }

    /// Returns a helper as a function that the code under construction can call.
    pub(crate) fn helper(&mut self, helper: Helper, function: &mut ir::Function) -> FuncRef {
        let declared = self.helpers.iter().find(|(h, _)| *h == helper);
        let id = match declared {
            Some((_, id)) => *id,
            None => self.declare_helper(helper),
        };
        self.module.declare_func_in_func(id, function)
    }

    fn declare_helper(&mut self, helper: Helper) -> FuncId {
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params = vec![AbiParam::new(types::I64); helper.arguments()];
        signature.returns = vec![AbiParam::new(types::I64); helper.results()];
        let declared = self
            .module
            .declare_function(helper.name(), Linkage::Import, &signature);
        let id = declared.expect("each helper has a name of its own");
        self.helpers.push((helper, id));
        id
    }

    /// Compiles a wrapper that calls a helper and changes no register.
    fn add_wrapper(&mut self, helper: Helper) -> Result<FuncId, String> {
        let arguments = helper.arguments();
        let id = self.declare(&preserve_all::signature(arguments))?;
        let config = self.config();
        let function = preserve_all::function(arguments, config, |f| self.helper(helper, f));
        let lowered = Lowered {
            id,
            function,
            name: format!("{helper:?}"),
            nanos: 0,
            repeats: false,
        };
        let compiled = lowered.compile(&mut Context::new(), &self.watch)?;
        self.add(compiled)
    }

    /// Returns a function of our own as one that the code under construction can call.
    pub(crate) fn function(&mut self, id: FuncId, function: &mut ir::Function) -> FuncRef {
        self.module.declare_func_in_func(id, function)
    }

    /// Returns the target configuration that Cranelift's front end needs.
    pub(crate) fn config(&self) -> cranelift_codegen::isa::TargetFrontendConfig {
        self.module.target_config()
    }

    /// Adds a compiled function to the module.
    ///
    /// # Errors
    /// Returns the module's message.
    pub(crate) fn add(&mut self, compiled: Compiled) -> Result<FuncId, String> {
        let Compiled { id, bytes, .. } = compiled;
        let (alignment, relocs) = (compiled.alignment, &compiled.relocs);
        let added = self
            .module
            .define_function_bytes(id, alignment, &bytes, relocs);
        added.map_err(|e| format!("{e:?}"))?;
        self.bytes += bytes.len();
        self.listing.push_str(&compiled.listing);
        if self.watch.symbols {
            self.unplaced.push((id, bytes.len(), compiled.name));
        }
        Ok(id)
    }

    /// Makes the code of all added functions executable.
    ///
    /// # Errors
    /// Returns the system's message.
    pub(crate) fn finalize(&mut self) -> Result<(), String> {
        self.module
            .finalize_definitions()
            .map_err(|e| e.to_string())?;
        for (id, size, name) in self.unplaced.drain(..) {
            let address = self.module.get_finalized_function(id) as usize;
            self.symbols.push(Symbol {
                address,
                size,
                name,
            });
        }
        Ok(())
    }

    /// Returns the code of a finalized function.
    ///
    /// # Errors
    /// If it has none.
    pub(crate) fn code(&self, id: FuncId) -> Result<Code, String> {
        let address = self.module.get_finalized_function(id).cast_mut();
        Code::at(address).ok_or_else(|| "a function has no code".to_owned())
    }
}

/// Returns the address of the wrapper of a helper of [`WRAPPED`]. All engines of the process share the
/// wrappers and call them by address, because they are too far away for a near call.
pub(crate) fn wrapper(helper: Helper) -> Code {
    static WRAPPERS: OnceLock<Vec<(Helper, Code)>> = OnceLock::new();
    let wrappers = WRAPPERS
        .get_or_init(|| compile_wrappers().expect("Cranelift compiles a call for this machine"));
    let found = wrappers.iter().find(|(h, _)| *h == helper);
    let (_, code) = found.expect("only helpers of the list are called by wrappers");
    *code
}

fn compile_wrappers() -> Result<Vec<(Helper, Code)>, String> {
    // the memory is never freed, because code of any engine may call the wrappers
    let mut memory = ManuallyDrop::new(Memory::new(Watch::default())?);
    let mut added = Vec::new();
    for helper in WRAPPED {
        added.push((helper, memory.add_wrapper(helper)?));
    }
    memory.finalize()?;
    let with_code = |(helper, id)| Ok((helper, memory.code(id)?));
    added.into_iter().map(with_code).collect()
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: this runs once, and whoever runs code holds the engine that owns the module
        unsafe { ManuallyDrop::take(&mut self.module).free_memory() };
    }
}

/// The index of the first parameter of directly called code: context and depth come before it.
pub(crate) const DIRECT_FIRST: usize = 2;

/// Returns the signature of code that compiled code calls directly.
pub(crate) fn direct_signature(parameters: &[Rep], result: Rep) -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    let word = AbiParam::new(types::I64);
    signature.params = vec![word; DIRECT_FIRST];
    for rep in parameters {
        signature
            .params
            .extend(rep.types().iter().map(|ty| AbiParam::new(*ty)));
    }
    signature.returns = match result {
        Rep::Float => vec![AbiParam::new(types::F64), word],
        Rep::Int | Rep::Bool | Rep::Boxed => vec![word, word],
    };
    signature
}

/// Returns the signature of code that the runtime enters.
pub(crate) fn entry_signature() -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params = vec![AbiParam::new(types::I64); 4];
    signature.returns = vec![AbiParam::new(types::I64); 2];
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_a_module_lies_together() {
        let mut memory = Memory::new(Watch::default()).expect("this machine is known");
        let mut add = || {
            let id = memory.add_wrapper(WRAPPED[0]).expect("it compiles");
            memory.finalize().expect("it becomes executable");
            memory.code(id).expect("it has code").0.addr()
        };
        let first = add();
        // other memory, which the allocator places next to its last piece
        let between = vec![1_u8; 64 << 20];
        assert!(add().abs_diff(first) < CODE_SPACE);
        assert_eq!(between[between.len() - 1], 1);
    }
}
