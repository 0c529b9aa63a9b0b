//! Estimates the time of calls that were not timed.
//!
//! The time of such a call was charged to the frame around it. Its share is estimated from the
//! timed calls of the same node. The time of a node whose calls were all timed, together with that
//! of the nodes below it up to the next such nodes, is exact and stays so: estimates only move time
//! inside such a *region*, and self times always add up to the time of the evaluation.
//!
//! The time of functions that compiled code calls directly is first part of the node whose code
//! calls them. The samples of that node's time say how it is divided.

use super::call::Call;

/// Moves the time of calls that were not timed to their nodes. `look_nanos` is the time that
/// reading the clock takes, which every timed call includes.
pub(super) fn settle(calls: &mut [Call], look_nanos: u64) {
    let count = calls.len();
    // in nanoseconds: the time of each node, and the time charged elsewhere of the node and all
    // nodes below it
    let mut own = vec![0.0f64; count];
    let mut outside = vec![0.0f64; count];
    // callers come before their callees
    for index in (0..count).rev() {
        let call = &calls[index];
        let below = outside[index];
        let share = share(call);
        let looks = call.measured * look_nanos;
        // a call takes some time, even if the clock shows none
        let measured = call
            .self_nanos
            .saturating_sub(looks)
            .max(call.self_nanos / 8);
        own[index] = match 0.0 < share && share < 1.0 {
            true => (measured as f64 / share - below).max(0.0),
            false => 0.0,
        };
        if index > 0 {
            outside[call.parent as usize] += (1.0 - share) * (own[index] + below);
        }
    }
    let regions = regions(calls);
    let mut total = vec![0u64; count];
    let mut estimated = vec![0.0f64; count];
    for (index, call) in calls.iter().enumerate() {
        total[regions[index]] += call.self_nanos;
        estimated[regions[index]] += own[index];
    }
    let mut left = total.clone();
    for index in 0..count {
        let region = regions[index];
        if region == index {
            continue;
        }
        let scale = (total[region] as f64 / estimated[region].max(1.0)).min(1.0);
        let nanos = ((own[index] * scale) as u64).min(left[region]);
        calls[index].self_nanos = nanos;
        left[region] -= nanos;
    }
    for index in (0..count).filter(|&index| regions[index] == index) {
        calls[index].self_nanos = left[index];
    }
    divide_by_samples(calls);
}

/// Divides the time of nodes among the functions that their code calls directly.
fn divide_by_samples(calls: &mut [Call]) {
    let mut samples: Vec<u64> = calls.iter().map(|call| call.samples).collect();
    for call in calls.iter() {
        samples[call.parent as usize] += call.inner_samples;
    }
    let whole: Vec<u64> = calls.iter().map(|call| call.self_nanos).collect();
    for index in 1..calls.len() {
        let (parent, own) = (calls[index].parent as usize, calls[index].inner_samples);
        if own == 0 {
            continue;
        }
        let nanos = u128::from(whole[parent]) * u128::from(own) / u128::from(samples[parent]);
        let nanos = (nanos as u64).min(calls[parent].self_nanos);
        calls[parent].self_nanos -= nanos;
        calls[index].self_nanos += nanos;
    }
}

/// Returns the share of a node's calls whose time was charged to it.
fn share(call: &Call) -> f64 {
    call.charged as f64 / call.calls.max(1) as f64
}

/// Returns the region of each node: the index of the innermost enclosing node all of whose calls
/// were timed.
fn regions(calls: &[Call]) -> Vec<usize> {
    let mut regions: Vec<usize> = Vec::with_capacity(calls.len());
    for (index, call) in calls.iter().enumerate() {
        regions.push(match index == 0 || call.charged >= call.calls {
            true => index,
            false => regions[call.parent as usize],
        });
    }
    regions
}
