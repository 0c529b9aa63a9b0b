//! A way to a helper on which no register changes.
//!
//! A call of a helper spares few registers, none of those of Floats, and what a loop holds must be
//! stored in each round for the sake of a call that is hardly ever made.  A function of our own
//! with Cranelift's convention `PreserveAll` between them saves all of them, only when it is called.
//! Such a function cannot return anything, so what the helper gives is written to an address.

use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlagsData, Signature, types};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

/// Its signature, for a helper with so many arguments: those, and where the result is written.
pub(crate) fn signature(arguments: usize) -> Signature {
    let mut signature = Signature::new(CallConv::PreserveAll);
    signature.params = vec![AbiParam::new(types::I64); arguments + 1];
    signature
}

/// Its code: calls a helper and writes the word that this gives; `import` makes the helper known.
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
