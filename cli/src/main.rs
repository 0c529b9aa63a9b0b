//! The `bunraku` binary.

use std::process::ExitCode;

// the address sanitizer must see allocations (scripts/sanitize)
#[cfg(not(system_allocator))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // a region touches memory once: pages of 2 MB cost more to clear than they save
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_thp_disable(true);
    cli::main()
}
