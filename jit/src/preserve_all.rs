//! Owns the wrappers that call a helper and change no register.
//!
//! A call of a helper preserves few registers, and no floating-point register. A loop with such a
//! call would store its values in each round, even if the call hardly ever happens. A wrapper with
//! Cranelift's convention `PreserveAll` saves all registers itself, and only when it is called. It
//! cannot return a value, so it writes the result of the helper to an address.

use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlagsData, Signature, types};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

/// Returns the signature of a wrapper: the arguments of the helper, and the address of the result.
pub(crate) fn signature(arguments: usize) -> Signature {
    let mut signature = Signature::new(CallConv::PreserveAll);
    signature.params = vec![AbiParam::new(types::I64); arguments + 1];
    signature
}

/// Returns the code of a wrapper. It calls the helper and writes the word that this returns. `import`
/// declares the helper.
pub(crate) fn function(
    arguments: usize,
    config: TargetFrontendConfig,
    import: impl FnOnce(&mut ir::Function) -> ir::FuncRef,
) -> ir::Function {
    let mut function = ir::Function::new();
    function.signature = signature(arguments);
    let helper = import(&mut function);
    let mut scratch = FunctionBuilderContext::new();
    let mut b = FunctionBuilder::new(&mut function, &mut scratch);
    let block = b.create_block();
    b.append_block_params_for_function_params(block);
    b.switch_to_block(block);
    let given = b.block_params(block).to_vec();
    let call = b.ins().call(helper, &given[..arguments]);
    let result = b.inst_results(call)[0];
    let trusted = MemFlagsData::trusted();
    b.ins().store(trusted, result, given[arguments], 0);
    b.ins().return_(&[]);
    b.seal_all_blocks();
    b.finalize(config);
    function
}
