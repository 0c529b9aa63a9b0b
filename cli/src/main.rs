//! The `bunraku` binary.

use std::process::ExitCode;

// the address sanitizer must see allocations (scripts/sanitize)
#[cfg(not(system_allocator))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
