//! Writes profiles as tables for people.

use std::fmt::Write;

use runtime::profile::{Figures, Frame, Kind, Profile};

/// The maximum number of rows in the table of all frames.
const FRAMES_MAX: usize = 40;
/// The maximum number of rows in the table of each kind.
const OF_KIND_MAX: usize = 10;
/// The maximum number of call paths.
const PATHS_MAX: usize = 15;
/// The maximum number of nodes.
const EVALUATIONS_MAX: usize = 10;

/// Returns the tables of a profile.
pub fn write(profile: &Profile) -> String {
    let mut out = String::new();
    let totals = profile.totals();
    let whole = totals[0];
    heading(profile, whole, &mut out);
    kinds(profile, whole, &mut out);
    let figures = profile.by_frame();
    let frames = profile.frames().iter().zip(figures);
    // the evaluation itself is shown by the heading, and its own time by the table of kinds
    let mut rows: Vec<(&Frame, Figures)> = frames.collect();
    rows.sort_by(|a, b| (b.1.self_nanos.cmp(&a.1.self_nanos)).then_with(|| a.0.cmp(b.0)));
    out.push_str("\nBy self time\n");
    table(&rows, FRAMES_MAX, true, whole, &mut out);
    rows.sort_by(|a, b| (b.1.total_nanos.cmp(&a.1.total_nanos)).then_with(|| a.0.cmp(b.0)));
    for &kind in Kind::ALL {
        let of_kind = rows.iter().filter(|(frame, _)| frame.kind == kind).copied();
        let of_kind: Vec<(&Frame, Figures)> = of_kind.collect();
        if of_kind.is_empty() || matches!(kind, Kind::Evaluation) {
            continue;
        }
        let _ = writeln!(out, "\n{}, by total time", plural(kind));
        table(&of_kind, OF_KIND_MAX, false, whole, &mut out);
    }
    paths(profile, whole, &mut out);
    evaluations(profile, &mut out);
    out
}

fn heading(profile: &Profile, whole: Figures, out: &mut String) {
    let evaluations = &profile.evaluations;
    let count = match evaluations.as_slice() {
        [one] => format!("node {}", one.name),
        all => format!("{} nodes", all.len()),
    };
    let cpu: u64 = evaluations.iter().map(|one| one.cpu_nanos).sum();
    let _ = writeln!(
        out,
        "Profile of {count}: {} ms, {} ms of processor time; {} of heap",
        millis(whole.total_nanos),
        millis(cpu),
        bytes(whole.total_bytes),
    );
}

fn kinds(profile: &Profile, whole: Figures, out: &mut String) {
    out.push_str("\nBy kind\n");
    let mut rows: Vec<(Kind, Figures)> = profile.by_kind().into_iter().collect();
    rows.sort_by(|a, b| (b.1.self_nanos.cmp(&a.1.self_nanos)).then_with(|| a.0.cmp(&b.0)));
    head(out, "kind");
    for (kind, figures) in rows {
        row(figures, whole, out);
        let _ = writeln!(out, "  {kind}");
    }
}

fn head(out: &mut String, last: &str) {
    let _ = writeln!(
        out,
        "{:>10} {:>6} {:>10} {:>6} {:>9} {:>9} {:>9} {:>9}  {last}",
        "self ms", "%", "total ms", "%", "calls", "us/call", "self", "total"
    );
}

fn row(figures: Figures, whole: Figures, out: &mut String) {
    let each = match figures.is_least {
        true => String::new(),
        false => format!(
            "{:.2}",
            figures.total_nanos as f64 / 1e3 / figures.calls.max(1) as f64
        ),
    };
    let _ = write!(
        out,
        "{:>10} {:>6} {:>10} {:>6} {:>9}{}{:>9} {:>9} {:>9}",
        millis(figures.self_nanos),
        percent(figures.self_nanos, whole.total_nanos),
        millis(figures.total_nanos),
        percent(figures.total_nanos, whole.total_nanos),
        figures.calls,
        if figures.is_least { '+' } else { ' ' },
        each,
        bytes(figures.self_bytes),
        bytes(figures.total_bytes),
    );
}

fn table(
    rows: &[(&Frame, Figures)],
    max: usize,
    with_kind: bool,
    whole: Figures,
    out: &mut String,
) {
    head(out, "name");
    for &(frame, figures) in rows.iter().take(max) {
        row(figures, whole, out);
        let name = match with_kind {
            true => frame.label(),
            false => frame.name.clone(),
        };
        // the names of a lambda, a manifest and a template contain their places
        match frame
            .place()
            .filter(|place| !name.ends_with(place.as_str()))
        {
            Some(place) => writeln!(out, "  {}  {place}", one_line(&name)),
            None => writeln!(out, "  {}", one_line(&name)),
        }
        .unwrap_or_default();
    }
    if rows.len() > max {
        let _ = writeln!(out, "{:>10} more", rows.len() - max);
    }
}

fn paths(profile: &Profile, whole: Figures, out: &mut String) {
    let nodes = profile.nodes();
    let label = |at: usize| profile.frames()[nodes[at].frame as usize].label();
    let path = |mut at: usize| {
        let mut labels = vec![label(at)];
        while nodes[at].parent != 0 {
            at = nodes[at].parent as usize;
            labels.push(label(at));
        }
        labels.reverse();
        one_line(&labels.join(" > "))
    };
    let mut order: Vec<usize> = (1..nodes.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(nodes[at].figures.self_nanos));
    order.truncate(PATHS_MAX);
    if order.is_empty() {
        return;
    }
    let mut rows: Vec<(u64, u64, String)> = order
        .into_iter()
        .map(|at| {
            (
                nodes[at].figures.self_nanos,
                nodes[at].figures.calls,
                path(at),
            )
        })
        .collect();
    rows.sort_by(|a, b| (b.0.cmp(&a.0)).then_with(|| a.2.cmp(&b.2)));
    out.push_str("\nSlowest call paths, by the self time of the last frame\n");
    let _ = writeln!(out, "{:>10} {:>6} {:>9}  path", "self ms", "%", "calls");
    for (nanos, calls, path) in rows {
        let share = percent(nanos, whole.total_nanos);
        let _ = writeln!(out, "{:>10} {share:>6} {calls:>9}  {path}", millis(nanos));
    }
}

fn evaluations(profile: &Profile, out: &mut String) {
    if profile.evaluations.len() < 2 {
        return;
    }
    let mut rows: Vec<_> = profile.evaluations.iter().collect();
    rows.sort_by(|a, b| (b.wall_nanos.cmp(&a.wall_nanos)).then_with(|| a.cmp(b)));
    out.push_str("\nSlowest nodes\n");
    let _ = writeln!(
        out,
        "{:>10} {:>10} {:>9} {:>9}  node",
        "ms", "cpu ms", "heap", "resources"
    );
    for one in rows.into_iter().take(EVALUATIONS_MAX) {
        let _ = writeln!(
            out,
            "{:>10} {:>10} {:>9} {:>9}  {}",
            millis(one.wall_nanos),
            millis(one.cpu_nanos),
            bytes(one.bytes),
            one.resources,
            one.name
        );
    }
}

/// Returns a name, which may have several lines, in one line.
fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

/// Returns nanoseconds as milliseconds.
pub fn millis(nanos: u64) -> String {
    format!("{:.3}", nanos as f64 / 1e6)
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", part as f64 * 100.0 / whole.max(1) as f64)
}

/// Returns a number of bytes in a suitable unit.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if count < 1000 {
        return format!("{count} B");
    }
    let mut value = count as f64 / 1e3;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1e3;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// Returns the heading of the table of a kind.
fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Evaluation => "Evaluations",
        Kind::Stage => "Stages",
        Kind::Manifest => "Manifests",
        Kind::NodeDefinition => "Node definitions",
        Kind::Class => "Classes",
        Kind::Define => "Defines",
        Kind::Resource => "Resource expressions",
        Kind::Function => "Functions in Puppet",
        Kind::Builtin => "Built-in functions",
        Kind::RubyFunction => "Functions in Ruby",
        Kind::Lambda => "Lambdas",
        Kind::Epp => "Templates in EPP",
        Kind::Erb => "Templates in ERB",
        Kind::Lookup => "Lookup keys",
        Kind::Level => "Hierarchy levels",
        Kind::Data => "Data files",
        Kind::Load => "Files read",
        Kind::Process => "Work of Ruby processes",
        Kind::Command => "External commands",
    }
}
