//! Tests with a clock that advances by the stated time of each step.

use std::cell::Cell;

use super::*;

thread_local! {
    static NOW: Cell<u64> = const { Cell::new(0) };
}

/// Returns the time of the test clock. Reading it takes no time.
fn clock() -> u64 {
    NOW.get()
}

fn pass(nanos: u64) {
    NOW.set(NOW.get() + nanos);
}

fn recorder() -> Recorder {
    NOW.set(0);
    let mut recorder = Recorder::new(clock, false);
    recorder.begin();
    recorder
}

fn enter(recorder: &mut Recorder, name: &str, address: usize) -> u32 {
    static PLACES: [u8; 8] = [0; 8];
    recorder.enter_static(Kind::Function, &PLACES[address], name, None)
}

fn finish(mut recorder: Recorder, name: &str) -> Profile {
    recorder.end(name, 0);
    recorder.finish()
}

/// Returns the calls, own time and total time of a frame.
fn figures(profile: &Profile, name: &str) -> (u64, u64, u64) {
    let mut frames = profile.frames().iter().zip(profile.by_frame());
    let (_, found) = frames
        .find(|(frame, _)| frame.name == name)
        .expect("the frame was entered");
    (found.calls, found.self_nanos, found.total_nanos)
}

#[test]
fn long_calls_are_exact() {
    let mut recorder = recorder();
    for _ in 0..1000 {
        let a = enter(&mut recorder, "a", 1);
        pass(50_000);
        let b = enter(&mut recorder, "b", 2);
        pass(70_000);
        recorder.leave(b, None);
        pass(30_000);
        recorder.leave(a, None);
        pass(10_000);
    }
    let profile = finish(recorder, "n");
    assert_eq!(figures(&profile, "a"), (1000, 80_000_000, 150_000_000));
    assert_eq!(figures(&profile, "b"), (1000, 70_000_000, 70_000_000));
    let whole = (1, 10_000_000, 160_000_000);
    assert_eq!(figures(&profile, "evaluation"), whole);
    assert_eq!(profile.evaluations[0].wall_nanos, 160_000_000);
}

#[test]
fn recursion_counts_once_and_makes_one_node() {
    let mut recorder = recorder();
    let depth = 100_000;
    for _ in 0..depth {
        enter(&mut recorder, "even", 1);
        pass(3_000);
        enter(&mut recorder, "odd", 2);
        pass(5_000);
    }
    recorder.leave(0, None);
    let profile = finish(recorder, "n");
    assert_eq!(profile.nodes().len(), 3);
    let whole = depth * 8_000;
    let (calls, own, total) = figures(&profile, "even");
    assert_eq!((calls, total), (depth, whole));
    let (calls, other, inner) = figures(&profile, "odd");
    assert_eq!((calls, own + other), (depth, whole));
    assert_eq!(inner, other);
}

#[test]
fn short_calls_get_their_share_and_nothing_is_lost() {
    let mut recorder = recorder();
    // reading the clock takes as long as the calls, so few of them are timed
    recorder.look_nanos = 40;
    let rounds = 200_000;
    let outer = enter(&mut recorder, "outer", 1);
    for _ in 0..rounds {
        pass(50);
        let inner = enter(&mut recorder, "inner", 2);
        pass(100);
        let leaf = enter(&mut recorder, "leaf", 3);
        pass(60);
        recorder.leave(leaf, None);
        recorder.leave(inner, None);
    }
    recorder.leave(outer, None);
    let timed = recorder.calls[2].measured;
    assert!(timed < rounds / 16, "{timed} calls were timed");
    // reading this clock takes no time
    recorder.look_nanos = 0;
    let profile = finish(recorder, "n");
    let near = |found: u64, expected: u64| found.abs_diff(expected) < expected / 10;
    let (calls, own, _) = figures(&profile, "leaf");
    assert_eq!(calls, rounds);
    assert!(near(own, rounds * 60), "leaf {own}");
    let (_, own, _) = figures(&profile, "inner");
    assert!(near(own, rounds * 100), "inner {own}");
    let (_, own, total) = figures(&profile, "outer");
    assert!(near(own, rounds * 50), "outer {own}");
    assert_eq!(total, rounds * 210);
    assert_eq!(profile.totals()[0].total_nanos, rounds * 210);
}

#[test]
fn bytes_belong_to_the_innermost_frame() {
    let mut recorder = recorder();
    let a = recorder.enter_named(Kind::Class, "a", "", Some(100));
    let b = recorder.enter_named(Kind::Class, "b", "", Some(150));
    recorder.leave(b, Some(400));
    recorder.leave(a, Some(410));
    let profile = finish(recorder, "n");
    let bytes = |name: &str| {
        let mut frames = profile.frames().iter().zip(profile.by_frame());
        let found = frames.find(|(frame, _)| frame.name == name);
        found.map(|(_, figures)| (figures.self_bytes, figures.total_bytes))
    };
    assert_eq!(bytes("evaluation"), Some((100, 410)));
    assert_eq!(bytes("a"), Some((60, 310)));
    assert_eq!(bytes("b"), Some((250, 250)));
    assert_eq!(profile.evaluations[0].bytes, 410);
}

#[test]
fn merged_profiles_are_the_profile_of_both() {
    let run = |recorder: &mut Recorder, addresses: [usize; 2], times: u64| {
        for _ in 0..times {
            let a = enter(recorder, "a", addresses[0]);
            pass(1_000_000);
            let b = enter(recorder, "b", addresses[1]);
            pass(2_000_000);
            recorder.leave(b, None);
            recorder.leave(a, None);
        }
    };
    let mut both = recorder();
    run(&mut both, [1, 2], 3);
    run(&mut both, [1, 2], 4);
    let both = finish(both, "both");
    let mut merged = Profile::new();
    for (addresses, times) in [([3, 1], 4), ([1, 2], 3)] {
        let mut one = recorder();
        run(&mut one, addresses, times);
        merged.merge(finish(one, "one"));
    }
    let (both, merged) = (both.sorted(), merged.sorted());
    assert_eq!(both.frames(), merged.frames());
    let times = |profile: &Profile| {
        let nodes = profile.nodes().iter().skip(1);
        let figures = nodes.map(|node| (node.parent, node.frame, node.figures));
        figures.collect::<Vec<_>>()
    };
    assert_eq!(times(&both), times(&merged));
}

#[test]
fn a_recorder_records_one_evaluation_after_the_other() {
    let mut recorder = recorder();
    for (name, bytes) in [("one", 10), ("two", 20)] {
        if name == "two" {
            pass(1_000);
            recorder.begin();
        }
        let a = recorder.enter_named(Kind::Class, "a", "", Some(0));
        pass(300);
        recorder.leave(a, Some(bytes));
        recorder.end(name, 7);
    }
    let profile = recorder.finish();
    assert_eq!(figures(&profile, "a"), (2, 600, 600));
    assert_eq!(figures(&profile, "evaluation"), (2, 0, 600));
    let told = profile.evaluations.iter();
    let told: Vec<_> = told
        .map(|one| (&*one.name, one.wall_nanos, one.bytes))
        .collect();
    assert_eq!(told, [("one", 300, 10), ("two", 300, 20)]);
}

#[test]
fn what_was_unwound_is_left_with_the_frame_around_it() {
    let mut recorder = recorder();
    let a = enter(&mut recorder, "a", 1);
    enter(&mut recorder, "b", 2);
    pass(5);
    enter(&mut recorder, "c", 3);
    pass(7);
    recorder.leave(a, None);
    pass(11);
    let profile = finish(recorder, "n");
    assert_eq!(figures(&profile, "b"), (1, 5, 12));
    assert_eq!(figures(&profile, "c"), (1, 7, 7));
    assert_eq!(figures(&profile, "evaluation"), (1, 11, 23));
}

#[test]
fn frames_keep_their_times_when_the_tree_is_full() {
    let mut recorder = recorder();
    let mut nested = |node: u32, names: &[String]| {
        let outer = recorder.enter_named(Kind::NodeDefinition, &format!("n{node}"), "", None);
        pass(1_000);
        for name in names {
            recorder.enter_named(Kind::Class, name, "", None);
            pass(10_000);
        }
        recorder.leave(outer, None);
    };
    let names = ["a", "b"].map(str::to_owned);
    for node in 0..200 {
        nested(node, &names);
    }
    // each in an order of its own
    let names: Vec<String> = (0..20).map(|index| format!("c{index}")).collect();
    for node in 0..100 {
        let mut names = names.clone();
        names.rotate_left(node % 20);
        names.swap(3, 4 + node % 15);
        nested(node as u32, &names);
    }
    let profile = finish(recorder, "n");
    let count = profile.nodes().len();
    assert!((1 << 10..3 << 9).contains(&count), "{count} nodes");
    assert_eq!(figures(&profile, "b"), (200, 2_000_000, 2_000_000));
    assert_eq!(figures(&profile, "a"), (200, 2_000_000, 4_000_000));
    for name in names {
        let (calls, own, _) = figures(&profile, &name);
        assert_eq!((calls, own), (100, 1_000_000), "{name}");
    }
    assert_eq!(figures(&profile, "evaluation").1, 0);
}
