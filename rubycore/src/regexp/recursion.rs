//! Finds groups that call themselves without end.

use super::node::Node;

/// The place of calls of one group within a part of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Calls {
    /// Some path has no call.
    Avoidable,
    /// Every path leads to a call.
    Certain,
    /// A call comes before any text is taken.
    Endless,
}

/// Returns true if some group can only end by calling itself, or calls itself before it takes text.
pub(super) fn is_endless(root: &Node, groups: usize) -> bool {
    let mut bodies = vec![None; groups + 1];
    bodies[0] = Some(root);
    find_bodies(root, &mut bodies);
    (0..=groups).any(|group| {
        let mut walk = Walk {
            bodies: &bodies,
            wanted: group,
            inside: vec![false; groups + 1],
        };
        bodies[group].is_some_and(|body| walk.of(body, true) != Calls::Avoidable)
    })
}

fn find_bodies<'n>(node: &'n Node, bodies: &mut Vec<Option<&'n Node>>) {
    if let Node::Capture { group, body } = node {
        bodies[*group] = Some(body);
    }
    node.children().for_each(|child| find_bodies(child, bodies));
}

struct Walk<'n> {
    bodies: &'n [Option<&'n Node>],
    wanted: usize,
    /// The groups that are being looked into.
    inside: Vec<bool>,
}

impl Walk<'_> {
    /// Returns the place of the calls in a node. `head` says that no text is certain to be taken
    /// before.
    fn of(&mut self, node: &Node, head: bool) -> Calls {
        match node {
            Node::Call(group) => self.group(*group, head),
            Node::Capture { group, .. } if *group != self.wanted => self.group(*group, head),
            Node::Repeat { body, min, .. } => match self.of(body, head) {
                Calls::Certain if *min == 0 => Calls::Avoidable,
                calls => calls,
            },
            Node::Concat(items) => {
                let mut head = head;
                let mut worst = Calls::Avoidable;
                for item in items {
                    worst = worst.max(self.of(item, head));
                    head = head && !item.takes_text();
                }
                worst
            }
            Node::Alternate(items) => {
                let mut least = Calls::Certain;
                for item in items {
                    match self.of(item, head) {
                        Calls::Endless => return Calls::Endless,
                        calls => least = least.min(calls),
                    }
                }
                least
            }
            other => {
                let of_children = other.children().map(|child| self.of(child, head));
                of_children.max().unwrap_or(Calls::Avoidable)
            }
        }
    }

    fn group(&mut self, group: usize, head: bool) -> Calls {
        if group == self.wanted {
            return if head { Calls::Endless } else { Calls::Certain };
        }
        let (Some(body), false) = (self.bodies[group], self.inside[group]) else {
            return Calls::Avoidable;
        };
        self.inside[group] = true;
        let calls = self.of(body, head);
        self.inside[group] = false;
        calls
    }
}
