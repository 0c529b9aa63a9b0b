"""The tree of a program. The grammar makes it, both printers read it, and the shrinker reduces it."""


class Node:
    """An expression, a statement or a block; `kind` is the kind of its value, `hi` the upper bound of an Integer."""

    __slots__ = ('op', 'kids', 'kind', 'data', 'hi')

    def __init__(self, op, kids=(), kind=None, data=None, hi=0):
        self.op, self.kids, self.kind, self.data, self.hi = op, list(kids), kind, data, hi

    def copy(self):
        return Node(self.op, [kid.copy() for kid in self.kids], self.kind, self.data, self.hi)

    def walk(self):
        yield self
        for kid in self.kids:
            yield from kid.walk()

    def size(self):
        return sum(1 for _ in self.walk())


class Program:
    """A program: types, functions, and statements. The last statement prints the checksum."""

    def __init__(self, theme):
        self.theme, self.aliases, self.functions, self.body = theme, [], [], []

    def copy(self):
        other = Program(self.theme)
        other.aliases = list(self.aliases)
        other.functions = [function.copy() for function in self.functions]
        other.body = [statement.copy() for statement in self.body]
        return other

    def roots(self):
        return self.functions + self.body

    def ops(self):
        """Returns the names of its operations, which distinguish programs."""
        found = set()
        for root in self.roots():
            for node in root.walk():
                found.add(f'{node.op}:{node.data}' if node.op in ('call', 'iterate', 'exit') and isinstance(node.data, str) else node.op)
        return found


INT, FLOAT, NUM, STR, UPPER, BOOL, OPT, ANY = 'int', 'float', 'num', 'str', 'upper', 'bool', 'opt', 'any'
SCALARS = (INT, FLOAT, NUM, STR)


def arr(kind):
    return ('arr', kind)


def tab(kind):
    """Returns the kind of a hash whose keys are computed texts."""
    return ('tab', kind)


def rec(fields):
    """Returns the kind of a hash with known keys: pairs of name and kind."""
    return ('rec', tuple(fields))


def integer(value):
    return Node('int', kind=INT, data=value, hi=value)


def text(value):
    return Node('str', kind=STR, data=value)


def var(name, kind, hi=0):
    return Node('var', kind=kind, data=name, hi=hi)


def let(name, value):
    return Node('let', [value], data=name)


def block(params, statements, result):
    """Makes the body of a lambda or branch; `data` has the names of its parameters."""
    return Node('block', [*statements, result], kind=result.kind, data=tuple(params), hi=result.hi)
