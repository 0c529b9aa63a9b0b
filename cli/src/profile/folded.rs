//! Profiles as folded stacks, which most tools for flame graphs read.

use runtime::profile::Profile;

/// A line for each stack: its frames from the outermost on, and its own time in nanoseconds. Stacks
/// without time of their own are left out.
pub fn write(profile: &Profile) -> String {
    let profile = profile.sorted();
    let mut stacks: Vec<String> = Vec::with_capacity(profile.nodes().len());
    let mut out = String::new();
    for (index, node) in profile.nodes().iter().enumerate() {
        // the separators of the form
        let label = profile.frames()[node.frame as usize].label();
        let label = label.replace(';', ":").replace(['\n', '\r'], " ");
        let stack = match index {
            0 => label,
            _ => format!("{};{label}", stacks[node.parent as usize]),
        };
        if node.figures.self_nanos > 0 {
            out.push_str(&format!("{stack} {}\n", node.figures.self_nanos));
        }
        stacks.push(stack);
    }
    out
}
