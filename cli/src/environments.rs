//! The environments of one run, and what is reported of them at its end.

use std::ops::Deref;

use bunraku::environments::Environments as Opened;
use catalog::environment::Options;
use jit::Statistics;

use crate::jit::JitArguments;

/// Environments, each opened once.
pub struct Environments<'a> {
    opened: Opened,
    jit: &'a JitArguments,
}

impl<'a> Environments<'a> {
    /// Opens the environment that is asked for.
    ///
    /// # Errors
    /// As [`Opened::open`].
    pub fn open(options: Options, jit: &'a JitArguments) -> Result<Environments<'a>, String> {
        let opened = Opened::open(options, jit.options())?;
        Ok(Environments { opened, jit })
    }

    /// Statistics of the compiler tier, over all of them.
    pub fn statistics(&self) -> Statistics {
        let mut all = Statistics::default();
        let tiers = self.all().into_iter().filter_map(|opened| opened.tier);
        tiers.for_each(|tier| all += tier.statistics());
        all
    }

    /// Shows what the compiler tier has done, of each environment.
    pub fn report(&self) {
        for one in self.opened.all() {
            self.jit.report(&one.environment, one.tier.as_deref());
        }
    }
}

impl Deref for Environments<'_> {
    type Target = Opened;

    fn deref(&self) -> &Opened {
        &self.opened
    }
}
