"""Reduces a program to a small one that is slow in the same way."""
from tree import BOOL, FLOAT, INT, NUM, STR, Node, integer, text


def shrink(tree, bad, tries):
    """Returns the smallest program found for which `bad` is still true; calls it at most `tries` times."""
    while tries > 0:
        for smaller in smaller_ones(tree):
            tries -= 1
            if bad(smaller):
                tree = smaller
                break
            if tries <= 0:
                return tree
        else:
            return tree
    return tree


def smaller_ones(tree):
    """Yields programs that lack one part, large parts first."""
    for index in range(len(tree.functions)):
        other = tree.copy()
        name = other.functions.pop(index).data[0]
        if not any(uses(root, name) for root in other.roots()):
            yield other
    for index, statement in enumerate(tree.body):
        if statement.op == 'print' and sum(s.op == 'print' for s in tree.body) > 1:
            other = tree.copy()
            del other.body[index]
            yield other
    cuts = []
    for number, root in enumerate(tree.roots()):
        for path, node in paths(root, ()):
            cuts += [(node.size() - (new.size() if new else 0), number, path, new) for new in replacements(node)]
    for _, number, path, new in sorted(cuts, key=lambda cut: -cut[0]):
        other = tree.copy()
        roots = other.roots()
        if not path:
            if new is None and number >= len(other.functions):
                name = roots[number].data
                del other.body[number - len(other.functions)]
                if not any(node.data == name for root in other.roots() for node in root.walk()):
                    yield other
            continue
        parent = roots[number]
        for step in path[:-1]:
            parent = parent.kids[step]
        if new is None:
            name = parent.kids.pop(path[-1]).data
            if isinstance(name, tuple) or any(node.data == name for root in other.roots() for node in root.walk()):
                continue
        else:
            parent.kids[path[-1]] = new.copy()
        yield other


def uses(root, name):
    return any(node.op in ('user', 'self') and node.data == name or node.op == 'by_name' and node.data[0] == name for node in root.walk())


def paths(node, path):
    yield path, node
    for index, kid in enumerate(node.kids):
        yield from paths(kid, (*path, index))


def replacements(node):
    """Yields possible replacements of a node; None means that it may be left out."""
    if node.op in ('let', 'exit', 'parts'):
        yield None
        return
    simple = {INT: integer(3), STR: text('key1'), BOOL: Node('bool', kind=BOOL, data=True), FLOAT: Node('float', kind=FLOAT, data=0.5), NUM: integer(3)}.get(node.kind)
    if node.op in ('block', 'options', 'type', 'function', 'default', 'print', 'size') or not node.kids:
        return
    if simple:
        yield simple
    for kid in node.kids:
        if kid.op == 'block' and len(kid.kids) == 1:
            kid = kid.kids[0] if not kid.data else kid
        if kid.kind == node.kind and kid.op not in ('block', 'memo', 'options', 'type') and not (node.op in ('self', 'put', 'set', 'push', 'concat')):
            yield kid
    if node.op in ('ifs', 'case', 'type_case', 'selector') and len(node.kids) > 4:
        step = 2
        start = 0 if node.op == 'ifs' else 1
        for index in range(start, len(node.kids) - 3, step):
            yield Node(node.op, node.kids[:index] + node.kids[index + step:], node.kind, node.data, node.hi)
