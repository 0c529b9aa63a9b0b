//! Finds dependency cycles in a finished catalog the way an agent would.
//!
//! A container (a class, a define instance, a stage) has two vertices: its contents come after the
//! first and before the second.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::Path;

use frontend::Symbol;
use frontend::name::{Map, Set};
use runtime::types::Type;
use runtime::{Value, limits};

use crate::compiler::resource::{Family, MAIN, ResourceId, Resources, find};
use crate::compiler::{Compiler, reference};

/// The path of a cycle as references to resources; the last one occurs twice.
pub type CyclePath = Vec<String>;

/// A group of resources that depend on each other in a cycle.
pub struct Cycle {
    /// The shortest cycle.
    pub first: CyclePath,
    /// Some cycles, in the order of their resources.
    pub paths: Vec<CyclePath>,
}

/// Formats cycles like an agent; returns `None` if there are none.
pub fn report(cycles: &[Cycle]) -> Option<String> {
    if cycles.is_empty() {
        return None;
    }
    let (count, plural) = (cycles.len(), if cycles.len() == 1 { "" } else { "s" });
    let mut text = format!("Found {count} dependency cycle{plural}:\n");
    for cycle in cycles {
        // Puppet joins the paths by these two literal characters
        let _ = write!(text, "({})\\n", cycle.first.join(" => "));
    }
    text.push_str(
        "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz",
    );
    Some(text)
}

/// Draws the cycles of nodes in the language of GraphViz.
pub fn dot(nodes: &[(String, Vec<Cycle>)]) -> String {
    let quoted = |text: &String| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = "digraph Resource_Cycles {\n  label = \"Resource Cycles\"\n".to_owned();
    let cycles = nodes.iter().flat_map(|(_, cycles)| cycles);
    for path in cycles.flat_map(|cycle| &cycle.paths) {
        let path: Vec<String> = path.iter().map(quoted).collect();
        let _ = writeln!(text, "{}", path.join(" -> "));
    }
    text + "}\n"
}

/// Draws the cycles of nodes as an SVG image: each is a column of resources with arrows between
/// them.
pub fn svg(nodes: &[(String, Vec<Cycle>)]) -> String {
    const ROW: usize = 46;
    let escaped = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        text.replace('>', "&gt;")
    };
    let mut body = String::new();
    let (mut left, mut height) = (20, 0);
    for (node, cycles) in nodes {
        for Cycle { first: cycle, .. } in cycles {
            let longest = cycle.iter().map(|text| text.chars().count()).max();
            let width = longest.unwrap_or_default() * 8 + 24;
            let _ = writeln!(body, r#"<text x="{left}" y="24">{}</text>"#, escaped(node));
            let shown = &cycle[..cycle.len() - 1];
            let back_to = shown.iter().position(|other| Some(other) == cycle.last());
            for (at, reference) in shown.iter().enumerate() {
                let (top, middle) = (40 + at * ROW, left + width / 2);
                let _ = writeln!(
                    body,
                    r#"<rect x="{left}" y="{top}" width="{width}" height="28" rx="4"/><text x="{}" y="{}">{}</text>"#,
                    left + 12,
                    top + 18,
                    escaped(reference)
                );
                if at + 1 < shown.len() {
                    let (from, to) = (top + 28, top + ROW - 2);
                    let _ = writeln!(body, r#"<path d="M{middle} {from}V{to}"/>"#);
                }
            }
            let last = 40 + (shown.len() - 1) * ROW + 14;
            let first = 40 + back_to.unwrap_or_default() * ROW + 14;
            let (right, edge) = (left + width + 18, left + width);
            let _ = writeln!(
                body,
                r#"<path d="M{edge} {last}H{right}V{first}H{}"/>"#,
                edge + 2
            );
            left += width + 50;
            height = height.max(last + 40);
        }
    }
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{left}" height="{height}" font-family="monospace" font-size="13">
<style>rect {{ fill: #eef; stroke: #446 }} path {{ fill: none; stroke: #a22; marker-end: url(#a) }}</style>
<defs><marker id="a" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto"><path d="M0 0L6 3L0 6z" style="fill: #a22; marker-end: none"/></marker></defs>
{body}</svg>
"##
    )
}

impl Compiler<'_> {
    /// Returns the dependency cycles of the catalog.
    pub fn cycles(&self) -> Vec<Cycle> {
        let contents = self.contents.borrow();
        let graph = Graph::new(&contents.resources);
        let mut cycles: Vec<(Vec<String>, Cycle)> = Vec::new();
        for mut component in graph.components() {
            component.sort_by_cached_key(|&vertex| graph.sort_key(vertex));
            let keys = component
                .iter()
                .map(|&vertex| graph.sort_key(vertex))
                .collect();
            let shown = |path: &Vec<u32>| path.iter().map(|&vertex| graph.shown(vertex)).collect();
            let mut paths = graph.paths(&component);
            let first = paths.first().map(shown).unwrap_or_default();
            paths.sort_by_cached_key(|path| -> Vec<String> {
                path.iter().map(|&vertex| graph.sort_key(vertex)).collect()
            });
            let paths = paths.iter().map(shown).collect();
            cycles.push((keys, Cycle { first, paths }));
        }
        cycles.sort_by(|(keys, _), (others, _)| keys.cmp(others));
        cycles.into_iter().map(|(_, cycle)| cycle).collect()
    }
}

/// A graph of resources. The vertex of a resource is twice its number; the next one is its end if
/// it is a container.
struct Graph<'r, 'h> {
    resources: &'r Resources<'h>,
    next: Vec<Vec<u32>>,
    /// The edges, for lookups.
    known: Set<(u32, u32)>,
}

impl<'r, 'h> Graph<'r, 'h> {
    fn new(resources: &'r Resources<'h>) -> Graph<'r, 'h> {
        let mut graph = Graph {
            resources,
            next: vec![Vec::new(); resources.list.len() * 2],
            known: Set::default(),
        };
        let pairs = relationships(resources);
        // relationships of containers come after all others
        let has_container = |(source, target): &(ResourceId, ResourceId)| {
            graph.is_container(*source) || graph.is_container(*target)
        };
        let (late, early): (Vec<_>, Vec<_>) = pairs.into_iter().partition(has_container);
        early.into_iter().for_each(|(a, b)| graph.relate(a, b));
        graph.relate_files();
        let mut contained: Map<ResourceId, Vec<ResourceId>> = Map::default();
        for (at, resource) in resources.list.iter().enumerate() {
            let id = ResourceId(at as u32);
            for container in resource.containers.iter() {
                if !resource.is_virtual && !resources.get(container).is_virtual {
                    contained.entry(container).or_default().push(id);
                }
            }
        }
        // adds one container after the other: its contents, then its relationships, unless the
        // other end is a container that follows later
        let mut related: Map<ResourceId, Vec<(ResourceId, ResourceId)>> = Map::default();
        for (source, target) in late {
            let ends = [source, target].into_iter();
            let ends = ends.filter(|&id| graph.is_container(id));
            if let Some(turn) = ends.max() {
                related.entry(turn).or_default().push((source, target));
            }
        }
        for container in (0..resources.list.len() as u32).map(ResourceId) {
            let (first, last) = (graph.first(container), graph.last(container));
            for &id in contained.get(&container).into_iter().flatten() {
                let (own_first, own_last) = (graph.first(id), graph.last(id));
                graph.next[first as usize].push(own_first);
                graph.next[own_last as usize].push(last);
            }
            for &(source, target) in related.get(&container).into_iter().flatten() {
                graph.relate(source, target);
            }
        }
        // an empty container leads directly to its end
        for id in (0..resources.list.len() as u32).map(ResourceId) {
            let (first, last) = (graph.first(id), graph.last(id));
            if first != last && graph.next[first as usize].is_empty() {
                graph.next[first as usize].push(last);
            }
        }
        graph
    }

    /// Orders files after the nearest enclosing folder that is managed as well, unless a
    /// relationship demands the opposite order.
    fn relate_files(&mut self) {
        let resources = self.resources;
        let Some(ty) = resources.find_type("file") else {
            return;
        };
        let included = |id: &ResourceId| !resources.get(*id).is_virtual;
        for &id in resources.ty(ty).resources.iter().filter(|id| included(id)) {
            let (_, path) = resources.name_of(id);
            let mut folders = Path::new(path).ancestors().skip(1);
            let around = folders.find_map(|folder| {
                let found = find(resources, "file", folder.to_str()?);
                found.filter(included)
            });
            if let Some(around) = around
                && !self.known.contains(&(id.0 * 2, around.0 * 2))
            {
                self.relate(around, id);
            }
        }
    }

    fn is_container(&self, id: ResourceId) -> bool {
        let ty = self.resources.type_of(id);
        match ty.family {
            Family::Class | Family::Node | Family::Define(_) => true,
            Family::Native(_) => ty.name == "stage",
            Family::Unread => false,
        }
    }

    fn first(&self, id: ResourceId) -> u32 {
        id.0 * 2
    }

    fn last(&self, id: ResourceId) -> u32 {
        id.0 * 2 + u32::from(self.is_container(id))
    }

    fn relate(&mut self, source: ResourceId, target: ResourceId) {
        let (from, to) = (self.last(source), self.first(target));
        if self.known.insert((from, to)) {
            self.next[from as usize].push(to);
        }
    }

    fn shown(&self, vertex: u32) -> String {
        let id = ResourceId(vertex / 2);
        match id == MAIN {
            // agents use this name
            true => "Class[Main]".to_owned(),
            false => self.resources.reference(id),
        }
    }

    fn sort_key(&self, vertex: u32) -> String {
        let shown = self.shown(vertex);
        match (self.is_container(ResourceId(vertex / 2)), vertex % 2) {
            (false, _) => shown,
            (true, 0) => format!("Whit[Admissible_{shown}]"),
            (true, _) => format!("Whit[Completed_{shown}]"),
        }
    }

    /// Returns the strongly connected components that contain a cycle (Tarjan's algorithm without
    /// recursion).
    fn components(&self) -> Vec<Vec<u32>> {
        const UNSEEN: u32 = u32::MAX;
        let count = self.next.len();
        let (mut number, mut low) = (vec![UNSEEN; count], vec![0; count]);
        let mut on_stack = vec![false; count];
        let (mut stack, mut found, mut counter) = (Vec::new(), Vec::new(), 0);
        for root in 0..count as u32 {
            if number[root as usize] != UNSEEN {
                continue;
            }
            let mut open: Vec<(u32, usize)> = vec![(root, 0)];
            while let Some((vertex, done)) = open.pop() {
                let at = vertex as usize;
                if done == 0 {
                    (number[at], low[at]) = (counter, counter);
                    counter += 1;
                    stack.push(vertex);
                    on_stack[at] = true;
                } else {
                    let child = self.next[at][done - 1] as usize;
                    low[at] = low[at].min(low[child]);
                }
                let mut index = done;
                let mut deeper = None;
                while let Some(&child) = self.next[at].get(index) {
                    index += 1;
                    if number[child as usize] == UNSEEN {
                        deeper = Some(child);
                        break;
                    }
                    if on_stack[child as usize] {
                        low[at] = low[at].min(number[child as usize]);
                    }
                }
                if let Some(child) = deeper {
                    open.extend([(vertex, index), (child, 0)]);
                    continue;
                }
                if low[at] == number[at] {
                    let mut component = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member as usize] = false;
                        component.push(member);
                        if member == vertex {
                            break;
                        }
                    }
                    if component.len() > 1 || self.next[at].contains(&vertex) {
                        found.push(component);
                    }
                }
            }
        }
        found
    }

    /// Returns the shortest paths from the first vertex of a component that visit a vertex twice.
    fn paths(&self, component: &[u32]) -> Vec<Vec<u32>> {
        const PATHS_MAX: usize = 10;
        // beyond this number, only the path back to the first vertex is searched
        const TRIES_MAX: u32 = 10_000;
        let inside: Set<u32> = component.iter().copied().collect();
        let Some(&start) = component.first() else {
            return Vec::new();
        };
        let mut open = VecDeque::from([vec![start]]);
        let mut found = Vec::new();
        for _ in 0..TRIES_MAX {
            let Some(path) = open.pop_front() else {
                break;
            };
            let last = path[path.len() - 1];
            if path[..path.len() - 1].contains(&last) {
                found.push(path);
                match found.len() == PATHS_MAX {
                    true => break,
                    false => continue,
                }
            }
            for &next in &self.next[last as usize] {
                if inside.contains(&next) {
                    open.push_back([&path[..], &[next]].concat());
                }
            }
        }
        if found.is_empty() {
            found.push(self.path_back(start, &inside));
        }
        found
    }

    fn path_back(&self, start: u32, inside: &Set<u32>) -> Vec<u32> {
        let mut from: Map<u32, u32> = Default::default();
        let mut open = VecDeque::from([start]);
        while let Some(vertex) = open.pop_front() {
            for &next in &self.next[vertex as usize] {
                if next == start {
                    let mut path = vec![start, vertex];
                    let mut at = vertex;
                    while let Some(&before) = from.get(&at) {
                        path.push(before);
                        at = before;
                    }
                    if path[path.len() - 1] != start {
                        path.push(start);
                    }
                    path.reverse();
                    return path;
                }
                if inside.contains(&next) && !from.contains_key(&next) {
                    from.insert(next, vertex);
                    open.push_back(next);
                }
            }
        }
        vec![start]
    }
}

/// Returns the pairs of resources that attributes relate: the one that comes first, and the one
/// after it.
fn relationships(resources: &Resources<'_>) -> Vec<(ResourceId, ResourceId)> {
    // the order is fixed, regardless of the order of the attributes
    let names = ["require", "subscribe", "before", "notify"].map(Symbol::intern);
    let mut pairs = Vec::new();
    for (at, resource) in resources.list.iter().enumerate() {
        if resource.is_virtual {
            continue;
        }
        let id = ResourceId(at as u32);
        for (kind, name) in names.iter().enumerate() {
            let Some(value) = resource.value(*name) else {
                continue;
            };
            let targets = targets(resources, value).into_iter();
            match kind < 2 {
                true => pairs.extend(targets.map(|other| (other, id))),
                false => pairs.extend(targets.map(|other| (id, other))),
            }
        }
    }
    pairs
}

/// Returns the resources that a value of a relationship attribute names.
pub(crate) fn targets(resources: &Resources<'_>, value: Value<'_>) -> Vec<ResourceId> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        limits::items::<Value<'_>>(found.len() + open.len());
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Sensitive(clear) => open.push(*clear),
            Value::Type(Type::Resource {
                type_name: Some(ty),
                title: Some(title),
                ..
            }) => found.extend(find(resources, ty, title)),
            Value::Type(Type::Class(Some(title))) => {
                found.extend(find(resources, "Class", title));
            }
            Value::String(text) => {
                found.extend(reference::find(resources, text.as_str()).ok().flatten());
            }
            _ => {}
        }
    }
    found
}
