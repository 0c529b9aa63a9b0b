//! Executable memory: one module of Cranelift's for each engine, freed with it.
//!
//! Invariants of the unsafe code here:
//! * A pointer to code is given out only after `finalize_definitions`, which makes its memory
//!   executable and no longer writable.
//! * Code is freed when its module is dropped; the engine that owns the module is what runs code,
//!   and bodies' notes of code belong to the engine (see [`crate::engine`]).
#![allow(unsafe_code, reason = "executable memory")]

use std::fmt::Write as _;
use std::mem::ManuallyDrop;

use cranelift_codegen::ir::{self, AbiParam, Signature, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, ir::FuncRef};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use crate::abi::{self, Entry, Helper};
use crate::lower::Rep;
use crate::watch::{Names, Symbol, Watch};

/// A module with its helpers.
pub struct Memory {
    module: ManuallyDrop<JITModule>,
    pub(crate) context: Context,
    pub(crate) builder: FunctionBuilderContext,
    helpers: Vec<(Helper, FuncId)>,
    count: u32,
    watch: Watch,
    /// What is shown of the code so far.
    pub(crate) listing: String,
    /// Code that has no address yet: function, bytes, name.
    unplaced: Vec<(FuncId, usize, String)>,
    pub(crate) symbols: Vec<Symbol>,
    /// Bytes of code so far.
    pub bytes: usize,
}

/// The code of one function.
#[derive(Clone, Copy)]
pub struct Code(*const u8);

// SAFETY: code is immutable
unsafe impl Send for Code {}
// SAFETY: as above
unsafe impl Sync for Code {}

impl Code {
    /// The code as the function that it is.
    ///
    /// # Safety
    /// It was compiled as an entry, and its module lives.
    pub unsafe fn entry(self) -> Entry {
        // SAFETY: as this function's
        unsafe { std::mem::transmute::<*const u8, Entry>(self.0) }
    }
}

fn isa() -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let set = [
        ("opt_level", "speed"),
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
    /// An empty module.
    ///
    /// # Errors
    /// When this machine is none that Cranelift knows.
    pub fn new(watch: Watch) -> Result<Memory, String> {
        static ISA: std::sync::OnceLock<Result<OwnedTargetIsa, String>> =
            std::sync::OnceLock::new();
        let isa = ISA.get_or_init(isa).clone()?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        let table = abi::table();
        for (_, name, address, ..) in &table {
            builder.symbol(*name, *address);
        }
        let mut module = JITModule::new(builder);
        let mut helpers = Vec::with_capacity(table.len());
        for (helper, name, _, arguments, returns) in table {
            let mut signature = Signature::new(CallConv::SystemV);
            signature.params = vec![AbiParam::new(types::I64); arguments];
            signature.returns = vec![AbiParam::new(types::I64); returns];
            let id = module.declare_function(name, Linkage::Import, &signature);
            helpers.push((helper, id.map_err(|e| e.to_string())?));
        }
        Ok(Memory {
            context: module.make_context(),
            module: ManuallyDrop::new(module),
            builder: FunctionBuilderContext::new(),
            helpers,
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
    /// What the module says.
    pub(crate) fn declare(&mut self, signature: &Signature) -> Result<FuncId, String> {
        self.count += 1;
        let name = format!("f{}", self.count);
        let id = self
            .module
            .declare_function(&name, Linkage::Local, signature);
        id.map_err(|e| e.to_string())
    }

    /// A helper as a function of the code under construction.
    pub(crate) fn helper(&mut self, helper: Helper, function: &mut ir::Function) -> FuncRef {
        let known = self.helpers.iter().find(|(h, _)| *h == helper);
        let (_, id) = known.expect("the table has every helper");
        self.module.declare_func_in_func(*id, function)
    }

    /// A function of our own as one of the code under construction.
    pub(crate) fn function(&mut self, id: FuncId, function: &mut ir::Function) -> FuncRef {
        self.module.declare_func_in_func(id, function)
    }

    /// What the front end wants to know of the machine.
    pub(crate) fn config(&self) -> cranelift_codegen::isa::TargetFrontendConfig {
        self.module.target_config()
    }

    /// Compiles what the context holds; `name` is shown.
    ///
    /// # Errors
    /// What Cranelift says.
    pub(crate) fn define(&mut self, id: FuncId, name: &str) -> Result<(), String> {
        let shows = |names: &Option<Names>| names.as_ref().is_some_and(|n| n.contains(name));
        if shows(&self.watch.clif) {
            let code = self.context.func.display();
            let _ = writeln!(self.listing, "; {name}\n{code}");
        }
        let shows_asm = shows(&self.watch.asm);
        self.context.set_disasm(shows_asm);
        let result = self.module.define_function(id, &mut self.context);
        if let Some(code) = self.context.compiled_code() {
            self.bytes += code.code_buffer().len();
            if let Some(text) = code.vcode.as_ref().filter(|_| shows_asm) {
                let _ = writeln!(self.listing, "; {name}\n{text}");
            }
            if self.watch.symbols {
                let size = code.code_buffer().len();
                self.unplaced.push((id, size, name.to_owned()));
            }
        }
        let text = result.map_err(|e| format!("{e:?}\n{}", self.context.func.display()));
        self.module.clear_context(&mut self.context);
        text
    }

    /// Makes what was compiled executable.
    ///
    /// # Errors
    /// What the system says.
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

    /// The code of a finalized function.
    pub(crate) fn code(&self, id: FuncId) -> Code {
        Code(self.module.get_finalized_function(id))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: taken once; who runs code holds the engine that owns this
        unsafe { ManuallyDrop::take(&mut self.module).free_memory() };
    }
}

/// The signature of code that is called directly.
pub(crate) fn direct_signature(parameters: &[Rep], result: Rep) -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    let word = AbiParam::new(types::I64);
    signature.params = vec![word; 3];
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

/// The signature of code that is entered from outside.
pub(crate) fn entry_signature() -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params = vec![AbiParam::new(types::I64); 4];
    signature.returns = vec![AbiParam::new(types::I64); 2];
    signature
}
