//! Writes and reads profiles as JSON. `docs/profile.md` describes the format.

use runtime::profile::{Evaluation, Figures, Frame, Kind, Profile};
use serde::{Deserialize, Serialize};

/// The value of the field `format`, which identifies these files.
const FORMAT: &str = "bunraku-profile";

/// The version of the format. It changes when a reader of the previous version would misread the
/// file.
const FORMAT_VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Document {
    format: String,
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    exporter: Option<String>,
    evaluations: Vec<EvaluationEntry>,
    frames: Vec<FrameEntry>,
    tree: Vec<NodeEntry>,
}

#[derive(Serialize, Deserialize)]
struct EvaluationEntry {
    name: String,
    wall_ns: u64,
    cpu_ns: u64,
    bytes: u64,
    #[serde(default)]
    resources: u64,
}

#[derive(Serialize, Deserialize)]
struct FrameEntry {
    kind: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// The figures of all calls. They follow from the tree and are not read.
    #[serde(default)]
    calls: u64,
    /// True if compiled code may have made more calls.
    #[serde(default, skip_serializing_if = "is_false")]
    calls_at_least: bool,
    #[serde(default)]
    self_ns: u64,
    #[serde(default)]
    total_ns: u64,
    #[serde(default)]
    self_bytes: u64,
    #[serde(default)]
    total_bytes: u64,
}

#[derive(Serialize, Deserialize)]
struct NodeEntry {
    frame: u32,
    parent: Option<u32>,
    calls: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    calls_at_least: bool,
    self_ns: u64,
    self_bytes: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde wants it")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Returns a profile as JSON.
pub fn write(profile: &Profile) -> String {
    let profile = profile.sorted();
    let figures = profile.by_frame();
    let frames = profile.frames().iter().zip(figures);
    let frames = frames.map(|(frame, figures)| FrameEntry {
        kind: frame.kind.text().to_owned(),
        name: frame.name.clone(),
        file: frame.file.clone(),
        line: frame.line,
        calls: figures.calls,
        calls_at_least: figures.is_least,
        self_ns: figures.self_nanos,
        total_ns: figures.total_nanos,
        self_bytes: figures.self_bytes,
        total_bytes: figures.total_bytes,
    });
    let nodes = profile.nodes().iter().enumerate();
    let tree = nodes.map(|(index, node)| NodeEntry {
        frame: node.frame,
        parent: (index > 0).then_some(node.parent),
        calls: node.figures.calls,
        calls_at_least: node.figures.is_least,
        self_ns: node.figures.self_nanos,
        self_bytes: node.figures.self_bytes,
    });
    let evaluations = profile
        .evaluations
        .iter()
        .map(|evaluation| EvaluationEntry {
            name: evaluation.name.clone(),
            wall_ns: evaluation.wall_nanos,
            cpu_ns: evaluation.cpu_nanos,
            bytes: evaluation.bytes,
            resources: evaluation.resources,
        });
    let document = Document {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        exporter: Some(format!("bunraku {}", super::VERSION)),
        evaluations: evaluations.collect(),
        frames: frames.collect(),
        tree: tree.collect(),
    };
    let mut text = serde_json::to_string(&document).unwrap_or_default();
    text.push('\n');
    text
}

/// Parses a profile.
///
/// # Errors
/// Fails if the text is not such a profile.
pub fn read(text: &str) -> Result<Profile, String> {
    let document: Document =
        serde_json::from_str(text).map_err(|error| format!("not a profile: {error}"))?;
    if document.format != FORMAT {
        return Err(format!(
            "not a profile: its format is '{}'",
            document.format
        ));
    }
    if document.version != FORMAT_VERSION {
        return Err(format!(
            "the profile has version {}; this program reads version {FORMAT_VERSION}",
            document.version
        ));
    }
    let mut profile = Profile::new();
    let mut frames = Vec::with_capacity(document.frames.len());
    for entry in document.frames {
        let Some(kind) = Kind::of(&entry.kind) else {
            return Err(format!("a frame has the unknown kind '{}'", entry.kind));
        };
        frames.push(Frame {
            kind,
            name: entry.name,
            file: entry.file,
            line: entry.line,
        });
    }
    let mut nodes: Vec<u32> = Vec::with_capacity(document.tree.len());
    for (index, entry) in document.tree.into_iter().enumerate() {
        let Some(frame) = frames.get(entry.frame as usize) else {
            return Err(format!("node {index} of the tree has an unknown frame"));
        };
        let node = match entry.parent {
            None if index == 0 => 0,
            Some(parent) if (parent as usize) < index => {
                let frame = profile.frame(frame.clone());
                profile.node(nodes[parent as usize], frame)
            }
            _ => {
                return Err(format!(
                    "node {index} of the tree does not come after its parent"
                ));
            }
        };
        profile.node_mut(node).figures.add(Figures {
            calls: entry.calls,
            is_least: entry.calls_at_least,
            self_nanos: entry.self_ns,
            self_bytes: entry.self_bytes,
            ..Figures::default()
        });
        nodes.push(node);
    }
    let evaluations = document.evaluations.into_iter();
    profile.evaluations = evaluations
        .map(|entry| Evaluation {
            name: entry.name,
            wall_nanos: entry.wall_ns,
            cpu_nanos: entry.cpu_ns,
            bytes: entry.bytes,
            resources: entry.resources,
        })
        .collect();
    Ok(profile)
}
