//! Writes profiles as a flame graph: one SVG file whose script zooms and searches and needs no
//! other file. Without the script it shows the whole picture by time.

use std::fmt::Write;

use runtime::profile::{Figures, Frame, Kind, Profile};

use super::text::{bytes, millis};

const SCRIPT: &str = include_str!("svg.js");
const STYLE: &str = include_str!("svg.css");

/// The width of the picture in its own units, and the margin at each side.
const WIDTH: f64 = 1200.0;
const SIDE: f64 = 10.0;
/// The height of a row, and of the area above the rows.
const ROW: f64 = 18.0;
const TOP: f64 = 64.0;
/// The height of the legend and of the line about the selected frame.
const BOTTOM: f64 = 72.0;
/// The minimum share of time or bytes of a frame that is drawn.
const SHARE_MIN: f64 = 0.0004;
/// The minimum width of a frame. A narrower one is not visible without the script.
const WIDTH_MIN: f64 = 0.1;
/// The width of a letter.
const LETTER: f64 = 6.7;

/// A node that is drawn.
struct DrawnNode {
    /// The index of the parent among the drawn nodes.
    parent: Option<usize>,
    frame: u32,
    total: Figures,
    depth: usize,
    x: f64,
    width: f64,
}

/// Returns the flame graph of a profile.
pub fn write(profile: &Profile) -> String {
    let profile = profile.sorted();
    let drawn = layout(&profile);
    let rows = drawn.iter().map(|node| node.depth + 1).max().unwrap_or(1);
    let legend_top = TOP + rows as f64 * ROW + 14.0;
    let height = TOP + rows as f64 * ROW + BOTTOM;
    let mut out = String::new();
    let _ = write!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" data-width=\"{WIDTH}\" data-side=\"{SIDE}\" \
         data-letter=\"{LETTER}\">\n\
         <style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"heading\" x=\"{SIDE}\" y=\"24\">{}</text>\n\
         <text class=\"note\" id=\"zoomed\" x=\"{SIDE}\" y=\"46\">\
         Click a frame to zoom, Escape to go back; each row is called by the one above.</text>\n",
        escaped(&heading(&profile, drawn[0].total)),
    );
    controls(&mut out);
    for node in &drawn {
        write_node(&profile, node, drawn[0].total, &mut out);
    }
    legend(&profile, &drawn, legend_top, &mut out);
    let _ = write!(
        out,
        "<text class=\"note\" id=\"told\" x=\"{SIDE}\" y=\"{}\"> </text>\n\
         <script><![CDATA[{SCRIPT}]]></script>\n</svg>\n",
        height - 12.0
    );
    out
}

fn heading(profile: &Profile, whole: Figures) -> String {
    let of = match profile.evaluations.as_slice() {
        [one] => one.name.clone(),
        all => format!("{} nodes", all.len()),
    };
    format!(
        "{of}: {} ms, {} of heap",
        millis(whole.total_nanos),
        bytes(whole.total_bytes)
    )
}

/// Returns the nodes that are drawn, callers first, with their positions by time.
fn layout(profile: &Profile) -> Vec<DrawnNode> {
    let totals = profile.totals();
    let whole = totals[0];
    let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
    let mut numbers: Vec<Option<usize>> = vec![None; totals.len()];
    // the position of the next child of each drawn node
    let mut next: Vec<f64> = Vec::new();
    let mut drawn: Vec<DrawnNode> = Vec::new();
    for (index, (node, total)) in profile.nodes().iter().zip(&totals).enumerate() {
        let parent = match index {
            0 => None,
            _ => match numbers[node.parent as usize] {
                Some(parent) => Some(parent),
                None => continue,
            },
        };
        let time = share(total.total_nanos, whole.total_nanos);
        let memory = share(total.total_bytes, whole.total_bytes);
        if index > 0 && time < SHARE_MIN && memory < SHARE_MIN {
            continue;
        }
        let width = match index {
            0 => WIDTH - 2.0 * SIDE,
            _ => time * (WIDTH - 2.0 * SIDE),
        };
        let (x, depth) = match parent {
            None => (SIDE, 0),
            Some(parent) => (next[parent], drawn[parent].depth + 1),
        };
        if let Some(parent) = parent {
            next[parent] += width;
        }
        numbers[index] = Some(drawn.len());
        next.push(x);
        drawn.push(DrawnNode {
            parent,
            frame: node.frame,
            total: *total,
            depth,
            x,
            width,
        });
    }
    drawn
}

fn write_node(profile: &Profile, node: &DrawnNode, whole: Figures, out: &mut String) {
    let frame = &profile.frames()[node.frame as usize];
    let label = frame.label();
    let y = TOP + node.depth as f64 * ROW;
    let hidden = if node.width < WIDTH_MIN {
        " display=\"none\""
    } else {
        ""
    };
    let parent = node
        .parent
        .map_or(String::new(), |parent| format!(" data-p=\"{parent}\""));
    let fill = fill(frame);
    let _ = writeln!(
        out,
        "<g class=\"f\"{hidden}{parent} data-t=\"{}\" data-b=\"{}\"><title>{}</title>\
         <rect x=\"{:.2}\" y=\"{y}\" width=\"{:.2}\" height=\"{}\" fill=\"{fill}\"/>\
         <text x=\"{:.2}\" y=\"{}\"{}>{}</text></g>",
        node.total.total_nanos,
        node.total.total_bytes,
        escaped(&tooltip(frame, node.total, whole)),
        node.x,
        node.width,
        ROW - 1.0,
        node.x + 4.0,
        y + 13.0,
        if is_dark(frame.kind) {
            " class=\"light\""
        } else {
            ""
        },
        escaped(&shortened(&label, node.width)),
    );
}

/// Returns the part of a label that fits into a width, or nothing if that is too short to read.
fn shortened(label: &str, width: f64) -> String {
    let room = ((width - 8.0) / LETTER).max(0.0) as usize;
    if label.chars().count() <= room {
        return label.to_owned();
    }
    match room {
        0..=3 => String::new(),
        room => label.chars().take(room - 1).chain(['…']).collect(),
    }
}

/// Returns the tooltip of a frame. The script reads the label, which is the first line.
fn tooltip(frame: &Frame, total: Figures, whole: Figures) -> String {
    let place = frame
        .place()
        .map_or(String::new(), |place| format!("\n{place}"));
    let share = |part: u64, of: u64| part as f64 * 100.0 / of.max(1) as f64;
    format!(
        "{}{place}\n{} ms ({:.1}%), {} ms of its own; {}{} calls; {} of heap ({:.1}%), {} of its own",
        frame.label(),
        millis(total.total_nanos),
        share(total.total_nanos, whole.total_nanos),
        millis(total.self_nanos),
        if total.is_least { "at least " } else { "" },
        total.calls,
        bytes(total.total_bytes),
        share(total.total_bytes, whole.total_bytes),
        bytes(total.self_bytes),
    )
}

/// Writes the search field and the button for time or bytes. The script makes them visible.
fn controls(out: &mut String) {
    let _ = writeln!(
        out,
        "<g id=\"controls\" display=\"none\">\
         <text class=\"button\" id=\"metric\" x=\"{}\" y=\"24\" text-anchor=\"end\">show heap bytes</text>\
         <text class=\"note\" id=\"matched\" x=\"{}\" y=\"46\" text-anchor=\"end\"> </text>\
         <foreignObject x=\"{}\" y=\"8\" width=\"240\" height=\"26\">\
         <input xmlns=\"http://www.w3.org/1999/xhtml\" id=\"search\" type=\"search\" \
         placeholder=\"search (regular expression)\"/></foreignObject></g>",
        WIDTH - SIDE - 260.0,
        WIDTH - SIDE,
        WIDTH - SIDE - 240.0,
    );
}

/// Writes the legend: the colours of the kinds that are drawn.
fn legend(profile: &Profile, drawn: &[DrawnNode], top: f64, out: &mut String) {
    let mut x = SIDE;
    for &kind in Kind::ALL {
        let mut frames = drawn
            .iter()
            .map(|node| &profile.frames()[node.frame as usize]);
        if kind == Kind::Evaluation || !frames.any(|frame| frame.kind == kind) {
            continue;
        }
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{top}\" width=\"11\" height=\"11\" rx=\"2\" fill=\"{}\"/>\
             <text class=\"note\" x=\"{}\" y=\"{}\">{kind}</text>",
            colour(kind),
            x + 16.0,
            top + 10.0,
        );
        x += 30.0 + LETTER * kind.text().len() as f64;
    }
}

/// Returns the colour of a frame: that of its kind, a little lighter or darker depending on its
/// name.
fn fill(frame: &Frame) -> String {
    let hash = frame.name.bytes().fold(2_166_136_261u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(16_777_619)
    });
    let change = (hash % 21) as i32 - 10;
    let colour = colour(frame.kind);
    let part = |at: usize| {
        let part = u8::from_str_radix(&colour[at..at + 2], 16).unwrap_or_default();
        (i32::from(part) + change).clamp(0, 255)
    };
    format!("#{:02x}{:02x}{:02x}", part(1), part(3), part(5))
}

fn colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Evaluation => "#c3cad2",
        Kind::Stage => "#b4c0cc",
        Kind::Manifest => "#9fb0c0",
        Kind::NodeDefinition => "#8fa3b5",
        Kind::Class => "#e8794a",
        Kind::Define => "#f0a24b",
        Kind::Resource => "#f5cd74",
        Kind::Function => "#3f9a69",
        Kind::Builtin => "#8fcaa2",
        Kind::RubyFunction => "#c0507a",
        Kind::Lambda => "#66b38b",
        Kind::Epp => "#5f8fe8",
        Kind::Erb => "#8d75dd",
        Kind::Lookup => "#2f9c95",
        Kind::Level => "#66bdb5",
        Kind::Data => "#a3d9d2",
        Kind::Load => "#c9bda5",
        Kind::Process => "#86284c",
        Kind::Command => "#4d4d58",
    }
}

/// Returns true if the colour of a kind is too dark for black letters.
fn is_dark(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Process | Kind::Command | Kind::Function | Kind::Lookup | Kind::RubyFunction
    )
}

/// Escapes a text for XML. Leaves out characters that XML cannot contain.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_and_escaped() {
        assert_eq!(shortened("class a", 200.0), "class a");
        assert_eq!(shortened("class apache::mod", 60.0), "class …");
        assert_eq!(shortened("class apache::mod", 20.0), "");
        assert_eq!(escaped("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;");
    }
}
