//! Compiles generated environments: the result must be the same in all modes, in one thread and in
//! two, and when compiled twice.

use cli::engine::Native;
use conformance::environments::EnvironmentComparison;
use conformance::generate::Choices;
use conformance::generate::environment::environment;
use conformance::limits::LimitArguments;
use proptest::prelude::*;

const MEMORY_BYTES: usize = 256 << 20;

fn check(choices: &mut Choices<'_>) -> Result<(), TestCaseError> {
    let engine = Native {
        limits: LimitArguments {
            max_memory: Some(MEMORY_BYTES),
            ..LimitArguments::default()
        },
        jit_threshold: Some(2),
        ..Native::default()
    };
    let failed = |error: std::io::Error| TestCaseError::fail(error.to_string());
    let compared = EnvironmentComparison::new(&engine, None, false)
        .and_then(|mut judge| judge.compare(&environment(choices)))
        .map_err(failed)?;
    match compared.difference {
        None => Ok(()),
        Some(difference) => Err(TestCaseError::fail(difference.text)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn modes_agree(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        check(&mut Choices::of_bytes(&bytes))?;
    }

    #[test]
    fn seeds_agree(seed in any::<u64>()) {
        check(&mut Choices::of_seed(seed))?;
    }
}
