//! Runs generated programs in all modes and optionally with the real Puppet. Programs with
//! differences are made smaller and shown.

use std::io::{self, Write};

use clap::Args;

use crate::engine::Engine;
use crate::generate::{Choices, program};
use crate::modes::{self, ModeArguments, ModeComparison};

/// The maximum number of attempts to make a program smaller.
const ATTEMPTS_MAX: usize = 400;

/// Arguments of `generated`.
#[derive(Args, Debug)]
pub struct GeneratedArguments {
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The number of seeds.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub count: u64,
    /// Print the programs and run none.
    #[arg(long)]
    pub print: bool,
    /// Show programs that differ without making them smaller.
    #[arg(long)]
    pub whole: bool,
    /// The options of the comparison.
    #[command(flatten)]
    pub modes: ModeArguments,
}

/// Runs the programs of the seeds. Returns true if nothing differs.
///
/// # Errors
/// Fails if the output cannot be written or the real Puppet cannot be started.
pub fn run(
    args: &GeneratedArguments,
    engine: &dyn Engine,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let mut judge = ModeComparison::new(engine, &args.modes)?;
    let (mut wrong, mut failed) = (0, 0);
    for seed in args.seed..args.seed.saturating_add(args.count) {
        let mut choices = Choices::of_seed(seed);
        let code = program(&mut choices);
        if args.print {
            writeln!(out, "# seed {seed}\n{code}")?;
            continue;
        }
        let mut differs = |code: &str| judge.compare(&modes::request(code));
        let compared = differs(&code);
        failed += u64::from(compared.failed);
        let Some(text) = compared.difference else {
            continue;
        };
        wrong += 1;
        let (code, text) = match args.whole {
            true => (code, text),
            false => smaller(
                choices.record(),
                &mut |code| differs(code).difference,
                code,
                text,
            ),
        };
        writeln!(out, "# seed {seed}\n{code}{text}\n")?;
        out.flush()?;
    }
    if !args.print {
        let count = args.count;
        writeln!(
            out,
            "{wrong} of {count} programs differ; {failed} end in an error"
        )?;
    }
    Ok(wrong == 0)
}

/// Returns the smallest program found that still differs, and the difference.
fn smaller(
    mut bytes: Vec<u8>,
    differs: &mut dyn FnMut(&str) -> Option<String>,
    mut code: String,
    mut text: String,
) -> (String, String) {
    let mut attempts = 0;
    let mut len = bytes.len() / 2;
    while len > 0 && attempts < ATTEMPTS_MAX {
        let mut at = 0;
        while at < bytes.len() && attempts < ATTEMPTS_MAX {
            let end = (at + len).min(bytes.len());
            let without = [&bytes[..at], &bytes[end..]].concat();
            let mut simple = bytes.clone();
            simple[at..end].fill(0);
            let found = [without, simple].into_iter().find_map(|candidate| {
                let shorter = program(&mut Choices::of_bytes(&candidate));
                if shorter.len() >= code.len() {
                    return None;
                }
                attempts += 1;
                Some((differs(&shorter)?, candidate, shorter))
            });
            match found {
                Some((how, candidate, shorter)) => (text, bytes, code) = (how, candidate, shorter),
                None => at = end,
            }
        }
        len /= 2;
    }
    (code, text)
}
