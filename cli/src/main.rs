//! The `bunraku` binary.

use std::process::ExitCode;

#[cfg(all(target_arch = "x86_64", any(test, target_env = "musl")))]
mod memory_functions;

// the address sanitizer must see allocations (scripts/sanitize)
#[cfg(not(system_allocator))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // a region of memory is touched only once: clearing pages of 2 MB costs more than they save
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_thp_disable(true);
    cli::main()
}
