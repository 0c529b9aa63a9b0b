//! Writes profiles for speedscope: one of time and one of bytes.

use runtime::profile::{Figures, Profile};
use serde_json::{Value, json};

/// Returns a profile in the file format of speedscope.
pub fn write(profile: &Profile) -> String {
    let profile = profile.sorted();
    let frames = profile.frames().iter().map(|frame| {
        let mut entry = json!({ "name": frame.label() });
        if let Some(file) = &frame.file {
            entry["file"] = json!(file);
        }
        if let Some(line) = frame.line {
            entry["line"] = json!(line);
        }
        entry
    });
    let document = json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": "bunraku",
        "exporter": format!("bunraku {}", super::VERSION),
        "activeProfileIndex": 0,
        "shared": { "frames": frames.collect::<Vec<Value>>() },
        "profiles": [
            sampled(&profile, "time", "nanoseconds", |figures| figures.self_nanos),
            sampled(&profile, "heap bytes", "bytes", |figures| figures.self_bytes),
        ],
    });
    format!("{document}\n")
}

/// Returns the stacks of a profile, each with a weight.
fn sampled(profile: &Profile, name: &str, unit: &str, weight: fn(&Figures) -> u64) -> Value {
    let nodes = profile.nodes();
    let mut samples: Vec<Vec<u32>> = Vec::new();
    let mut weights: Vec<u64> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        let own = weight(&node.figures);
        if own == 0 {
            continue;
        }
        let mut stack = vec![node.frame];
        let mut at = index;
        while at > 0 {
            at = nodes[at].parent as usize;
            stack.push(nodes[at].frame);
        }
        stack.reverse();
        samples.push(stack);
        weights.push(own);
    }
    json!({
        "type": "sampled",
        "name": name,
        "unit": unit,
        "startValue": 0,
        "endValue": weights.iter().sum::<u64>(),
        "samples": samples,
        "weights": weights,
    })
}
