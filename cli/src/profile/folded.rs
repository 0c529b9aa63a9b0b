//! Writes profiles as folded stacks, which most tools for flame graphs read.

use runtime::profile::Profile;

/// Returns a line for each stack: its frames from the outermost on, and its own time in
/// nanoseconds. Leaves out stacks without time of their own.
pub fn write(profile: &Profile) -> String {
    let profile = profile.sorted();
    let mut stacks: Vec<String> = Vec::with_capacity(profile.nodes().len());
    let mut out = String::new();
    for (index, node) in profile.nodes().iter().enumerate() {
        // replaces the separators of the format
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
