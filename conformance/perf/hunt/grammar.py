"""Makes programs: a loop whose iterations mostly do things of one theme, and some of other themes.

Integers are not negative and stay below 2**50, so that JavaScript computes the same. Texts have lower case
letters, except for results of `upper`. A container that grows in a loop is only read or grown, and never
stored elsewhere, because the JavaScript changes it in place.
"""
import random

from expressions import Expressions
from tree import (ANY, BOOL, FLOAT, INT, NUM, SCALARS, STR, Node, Program, arr, block, integer, let, rec, tab, text, var)

THEMES = (
    'numbers', 'mixed numbers', 'calls', 'calls by name', 'blocks', 'defaults and rest', 'early exits', 'arrays',
    'array functions', 'records', 'tables', 'nested tables', 'types', 'aliases', 'texts', 'text functions', 'formats',
    'patterns', 'long ifs', 'cases', 'recursion', 'closures', 'memo tuples', 'pipelines', 'growing texts', 'small loops',
)
PRIME = 1000003


def program(seed, index):
    return Maker(random.Random(f'{seed}/{index}'), THEMES[index % len(THEMES)]).make()


class Maker(Expressions):
    def __init__(self, rng, theme):
        self.rng, self.theme, self.names = rng, theme, 0
        self.result = Program(theme)
        self.scope, self.statements, self.depth, self.weight = [], [], 0, 1
        self.budget = 40
        self.callables = []

    def make(self):
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            self.result.functions.append(self.function())
        self.data()
        for _ in range(self.rng.choice((1, 1, 2))):
            self.loop()
        self.result.body = self.statements
        return self.result

    # ---- definitions before the loop

    def function(self):
        outer = self.scope, self.statements, self.weight
        self.budget = self.rng.choice((3, 8, 15))
        self.scope, self.statements, self.weight = [], [], 100
        name = f'f{len(self.callables)}'
        style = self.style('recursion', 'defaults and rest', 'early exits', 'types', 'aliases')
        params, made = [], []
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            kind = self.rng.choice((INT, INT, INT, STR, NUM) if style != 'types' else (INT, STR, arr(INT), ANY))
            self.names += 1
            hi = 10**6
            params.append((f'p{self.names}', kind, self.parameter_type(kind, hi, style)))
            self.scope.append(var(params[-1][0], kind, hi))
        extra = None
        if style == 'defaults and rest':
            extra = self.rng.choice(('default', 'rest', 'both'))
            if extra != 'rest':
                name_ = self.fresh('p')
                made.append(('default', name_, self.closed(lambda: self.small_int(2), lambda: integer(7))))
                self.scope.append(var(name_, INT, 10**6))
            if extra != 'default':
                made.append(('rest', self.fresh('p'), None))
                self.scope.append(var(made[-1][1], arr(INT), 10**6))
        kind = self.rng.choice((INT, INT, INT, STR, NUM, arr(INT)))
        if style == 'recursion':
            kind = self.rng.choice((INT, INT, STR))
            body = self.recursive(name, params, kind)
        else:
            if style == 'early exits' or self.rng.random() < 0.2:
                self.statements.append(Node('exit', [self.bool(2), self.value(kind, 1, PRIME)], data='return'))
            result = self.value(kind, 3, PRIME)
            body = block([], self.statements, result)
        defaults = [Node('default', [value], data=(how, label)) if value else Node('default', [], data=(how, label)) for how, label, value in made]
        self.scope, self.statements, self.weight = outer
        self.callables.append((name, [p[1] for p in (params[:-1] if style == 'recursion' else params)], [d.data[0] for d in defaults], kind, body.hi, style == 'recursion'))
        return Node('function', [*defaults, body], kind=kind, data=(name, tuple(params)))

    def recursive(self, name, params, kind):
        """Makes a function that counts its last parameter down to 0."""
        self.names += 1
        count = f'p{self.names}'
        params.append((count, INT, self.rng.choice((('Integer',), ('Integer', 0, 10**7), None))))
        end = self.closed(lambda: self.value(kind, 1, 1000), lambda: self.value(kind, 0, 1000))
        step = [self.reduce_to(p[1], self.value(p[1], 2, 10**6)) for p in params[:-1]]
        again = Node('self', [*step, Node('-', [var(count, INT, 1000), integer(1)], INT, hi=1000)], kind, data=name, hi=PRIME)
        if kind == INT and self.rng.random() < 0.6:
            again = Node('%', [Node('+', [again, self.small_int(1)], INT, hi=2 * PRIME + 10**6), integer(PRIME)], INT, hi=PRIME)
        test = Node('==', [var(count, INT, 1000), integer(0)], BOOL)
        result = Node('if', [test, block([], [], end), block([], self.statements, again)], kind, hi=PRIME)
        return block([], [], result)

    def reduce_to(self, kind, node):
        if kind == NUM:
            return Node('call', [node, Node('float', kind=FLOAT, data=1000.5)], NUM, data='min')
        return Node('%', [node, integer(1000)], INT, hi=1000) if kind == INT else node

    def style(self, *names):
        if self.theme in names:
            return self.theme
        return self.rng.choice(names) if self.rng.random() < 0.3 else 'plain'

    def data(self):
        """Makes the tables that the loop reads."""
        for _ in range(self.rng.choice((1, 2, 3))):
            shape = self.rng.choice(('ints', 'texts', 'records', 'table', 'nums', 'nested', 'any'))
            count = self.rng.choice((3, 5, 8, 12, 31, 33, 64, 200))
            name = self.fresh('d')
            self.budget = 5
            item, before = self.fresh('x'), len(self.scope)
            self.scope.append(var(item, INT, count))
            outer, self.statements = self.statements, []
            if shape == 'ints':
                kind, made = INT, Node('%', [Node('*', [var(item, INT, count), integer(self.rng.randrange(3, 99))], INT, hi=count * 99), integer(97)], INT, hi=97)
            elif shape == 'texts':
                kind, made = STR, Node('text', [text(self.word()), var(item, INT, count)], STR)
            elif shape == 'nums':
                kind, made = NUM, self.num(1)
            elif shape == 'nested':
                kind = arr(INT)
                made = Node('array', [self.int(1, 1000) for _ in range(self.rng.choice((2, 3)))], kind, hi=1000)
            elif shape == 'any':
                kind, made = ANY, self.any(1)
            else:
                kind = self.record_kind()
                made = self.record(kind, 2)
            body = block([item], self.statements, made)
            self.statements = outer
            del self.scope[before:]
            if shape == 'table':
                kind = self.rng.choice((INT, STR))
                prefix = self.word()
                result = Node('table', [self.value(kind, 1, 1000)], tab(kind), data=(count, prefix), hi=1000)
                self.statements.append(let(name, result))
                self.scope.append(var(name, tab(kind), (count, prefix, 1000)))
                continue
            hi = 97 if shape == 'ints' else 1000
            source = Node('range', [integer(count)], arr(INT), hi=count)
            self.statements.append(let(name, Node('iterate', [source, body], arr(kind), data='map', hi=hi)))
            self.scope.append(var(name, arr(kind), (hi, count)))

    # ---- the loops

    def loop(self):
        """Makes one loop over the size, and the code that prints its result."""
        forms = {
            'arrays': ('push', 'push', 'concat'), 'tables': ('count', 'put'), 'nested tables': ('nest', 'pushes', 'count'),
            'records': ('record', 'record', 'int'), 'memo tuples': ('tuple',), 'pipelines': ('pipeline',),
            'growing texts': ('text',), 'mixed numbers': ('num',), 'array functions': ('pipeline', 'int'),
        }.get(self.theme, ('int', 'int', 'pipeline', 'num', 'tuple'))
        form = self.rng.choice(forms) if self.rng.random() < 0.8 else self.rng.choice(('int', 'push', 'count', 'record', 'tuple', 'text', 'num', 'pipeline', 'nest'))
        before = len(self.scope)
        self.budget = self.rng.choice((5, 12, 25, 60))
        counter, memo = self.fresh('i'), self.fresh('m')
        self.counter = counter
        outer, self.statements = self.statements, []
        self.scope.append(var(counter, INT, 10**7))
        self.weight = 1
        start, params, result = getattr(self, 'memo_' + form.replace(' ', '_'))(memo, counter)
        body = block(params, self.statements, result)
        self.statements = outer
        del self.scope[before:]
        source = Node('range', [Node('size', kind=INT, hi=10**7)], arr(INT), hi=10**7)
        name = self.fresh('r')
        if form == 'pipeline':
            made = self.pipeline(source, body)
        else:
            made = Node('iterate', [source, start, body], result.kind, data='reduce', hi=result.hi)
        self.statements.append(let(name, made))
        self.statements.append(Node('print', [var(name, made.kind, made.hi)], data=made.kind))

    def memo(self, name, kind, hi):
        """Makes the variable that a loop passes on. A container in it must not be stored elsewhere."""
        found = var(name, kind, hi)
        found.op = 'memo' if kind not in SCALARS else 'var'
        self.scope.append(found)
        return found

    def maybe_exit(self, value):
        if self.theme == 'early exits' or self.rng.random() < 0.1:
            how = 'next' if self.rng.random() < 0.8 else 'break'
            condition = self.bool(2) if how == 'next' else Node('>', [var(self.counter, INT, 10**7), Node('size', kind=INT)], BOOL)
            self.statements.append(Node('exit', [condition, value] if how == 'next' else [condition], data=how))

    def memo_int(self, memo, counter):
        old = self.memo(memo, INT, PRIME)
        self.maybe_exit(old.copy())
        new = self.int(4, 10**12)
        if self.rng.random() < 0.7:
            old = Node('*', [old, integer(self.rng.choice((3, 7, 31)))], INT, hi=31 * PRIME)
        result = Node('%', [Node('+', [old, new], INT, hi=10**13), integer(PRIME)], INT, hi=PRIME)
        return integer(self.rng.choice((0, 1))), [memo, counter], result

    def memo_num(self, memo, counter):
        old = self.memo(memo, NUM, 0)
        self.maybe_exit(old.copy())
        self.scope.pop()
        result = Node('+', [Node('*', [old, Node('float', kind=FLOAT, data=0.5)], FLOAT), self.num(3)], NUM)
        if self.rng.random() < 0.4:
            result = Node('choose', [self.bool(2), result, self.int(1, 1000)], NUM)
        return self.rng.choice((integer(0), Node('float', kind=FLOAT, data=0.0))), [memo, counter], result

    def memo_text(self, memo, counter):
        old = self.memo(memo, STR, 0)
        part = self.text(3)
        if self.rng.random() < 0.5:
            cut = Node('slice', [old.copy(), integer(0), integer(self.rng.choice((5, 20, 100)))], STR)
            return text(''), [memo, counter], Node('text', [part, cut], STR)
        return text(''), [memo, counter], Node('text', [old, part], STR)

    def memo_push(self, memo, counter):
        kind = self.rng.choice((INT, STR, NUM, INT))
        old = self.memo(memo, arr(kind), (1000, 0))
        self.maybe_exit(old.copy())
        return Node('array', [], arr(kind)), [memo, counter], Node('push', [old, self.value(kind, 3, 1000)], arr(kind), hi=1000)

    def memo_concat(self, memo, counter):
        kind = self.rng.choice((INT, STR))
        old = self.memo(memo, arr(kind), (1000, 0))
        added = Node('array', [self.value(kind, 2, 1000) for _ in range(self.rng.choice((1, 2, 3)))], arr(kind), hi=1000)
        return Node('array', [], arr(kind)), [memo, counter], Node('concat', [old, added], arr(kind), hi=1000)

    def key(self, counter, prefix=None):
        """Makes one of a number of different texts."""
        many = self.rng.choice((7, 50, 1000, 20000))
        number = Node('%', [Node('*', [var(counter, INT, 10**7), integer(self.rng.choice((1, 7, 31)))], INT, hi=10**9), integer(many)], INT, hi=many)
        return Node('text', [text(prefix or self.word()), number], STR)

    def memo_count(self, memo, counter):
        prefix = self.word()
        old = self.memo(memo, tab(INT), (50, prefix, 10**6))
        key = self.bound(self.key(counter, prefix))
        self.maybe_exit(old.copy())
        new = self.int(2, 1000)
        if self.rng.random() < 0.7:
            seen = Node('or', [Node('get', [old.copy(), key], INT), integer(0)], INT, hi=10**6)
            new = Node('%', [Node('+', [seen, new], INT, hi=2 * 10**6), integer(PRIME)], INT, hi=10**6)
        return Node('map', [], tab(INT)), [memo, counter], Node('put', [old, key, new], tab(INT))

    def memo_put(self, memo, counter):
        kind = self.rng.choice((STR, INT))
        prefix = self.word()
        old = self.memo(memo, tab(kind), (50, prefix, 1000))
        key = self.bound(self.key(counter, prefix))
        made = Node('put', [old, key, self.value(kind, 2, 1000)], tab(kind))
        if self.rng.random() < 0.3:
            away = self.key(counter, prefix)
            made = Node('choose', [self.bool(1), made, Node('without', [old.copy(), away], tab(kind))], tab(kind))
        return Node('map', [], tab(kind)), [memo, counter], made

    def memo_nest(self, memo, counter):
        old = self.memo(memo, tab(tab(INT)), (1, 'k', 10**6))
        return Node('map', [], tab(tab(INT))), [memo, counter], Node('put2', [old, self.key(counter), self.key(counter), self.int(2, 1000)], tab(tab(INT)))

    def memo_pushes(self, memo, counter):
        kind = self.rng.choice((INT, STR))
        old = self.memo(memo, tab(arr(kind)), (1, 'k', 10**6))
        return Node('map', [], tab(arr(kind))), [memo, counter], Node('pushes', [old, self.key(counter), self.value(kind, 2, 1000)], tab(arr(kind)))

    def memo_record(self, memo, counter):
        kinds = [self.rng.choice((INT, INT, FLOAT, STR)) for _ in range(self.rng.choice((2, 3, 4)))]
        kind = rec([(f'{self.word()}{i}', k) for i, k in enumerate(kinds)])
        old = self.memo(memo, kind, PRIME)
        start = {INT: integer(0), FLOAT: Node('float', kind=FLOAT, data=0.5), STR: text('')}
        self.maybe_exit(old.copy())
        if self.rng.random() < 0.5:
            changed = [(name, self.memo_field(old, name, k)) for name, k in kind[1]]
            result = Node('record', [value for _, value in changed], kind, hi=PRIME)
        else:
            some = self.rng.sample(range(len(kinds)), self.rng.randrange(1, len(kinds)))
            result = Node('set', [old, *[self.memo_field(old, *kind[1][i]) for i in some]], kind, data=tuple(kind[1][i][0] for i in some), hi=PRIME)
        return Node('record', [start[k] for k in kinds], kind), [memo, counter], result

    def memo_field(self, old, name, kind):
        field = Node('field', [old.copy()], kind, data=name, hi=PRIME)
        if kind == INT:
            return Node('%', [Node('+', [field, self.int(2, 10**6)], INT, hi=10**7), integer(PRIME)], INT, hi=PRIME)
        if kind == FLOAT:
            return Node('+', [Node('*', [field, Node('float', kind=FLOAT, data=0.25)], FLOAT), self.float(2)], FLOAT)
        return self.text(2)

    def memo_tuple(self, memo, counter):
        """Makes an array of several values that is destructured in each iteration."""
        kinds = [self.rng.choice((INT, INT, NUM, STR)) for _ in range(self.rng.choice((2, 3, 4)))]
        names = [self.fresh('t') for _ in kinds]
        self.statements.append(Node('parts', [var(memo, ('tuple', tuple(kinds)))], data=tuple(names)))
        self.scope += [var(name, kind, PRIME) for name, kind in zip(names, kinds) if kind != NUM]
        values = []
        for name, kind in zip(names, kinds):
            if kind == INT:
                values.append(Node('%', [Node('+', [var(name, INT, PRIME), self.int(2, 10**6)], INT, hi=10**7), integer(PRIME)], INT, hi=PRIME))
            elif kind == NUM:
                values.append(Node('+', [Node('*', [var(name, NUM), Node('float', kind=FLOAT, data=0.5)], FLOAT), self.num(2)], NUM))
            else:
                values.append(self.text(2))
        start = {INT: integer(1), NUM: integer(1), STR: text('a')}
        kind = ('tuple', tuple(kinds))
        return Node('array', [start[k] for k in kinds], kind), [memo, counter], Node('array', values, kind)

    def memo_pipeline(self, memo, counter):
        """Returns the items of an array that is made from the range; `pipeline` continues with it."""
        kind = self.rng.choice((INT, INT, STR, self.record_kind(), arr(INT)))
        return None, [counter], self.value(kind, 3, 1000)

    def pipeline(self, source, body):
        """Makes a map over the range, and passes its result through filter, map and functions of arrays."""
        kind = body.kind
        made = Node('iterate', [source, body], arr(kind), data='map', hi=max(body.hi, 1))
        for _ in range(self.rng.choice((1, 2, 3))):
            kind = made.kind[1]
            if self.rng.random() < 0.4:
                name = self.fresh('v')
                self.statements.append(let(name, made))
                made = var(name, made.kind, made.hi)
            ways = ['filter', 'map', 'function']
            if kind == STR:
                ways.append('join')
            way = self.rng.choice(ways)
            if way == 'function' and kind in (INT, STR):
                made = Node('call', [made], made.kind, data=self.rng.choice(('sort', 'unique', 'reverse')), hi=made.hi)
            elif way == 'join':
                joined = Node('call', [made, text(',')], STR, data='join')
                made = Node('call', [joined, text(',')], arr(STR), data='split')
            else:
                name = self.fresh('x')
                item = self.rng.choice((INT, STR))
                lambda_ = self.branch(lambda: self.bool(2) if way != 'map' else self.value(item, 2, 1000), [var(name, kind, made.hi)])
                result = lambda_
                made = Node('iterate', [made, lambda_], made.kind if way != 'map' else arr(result.kind), data='map' if way == 'map' else 'filter', hi=result.hi if way == 'map' else made.hi)
        return made

    # ---- helpers

    def fresh(self, letter):
        self.names += 1
        return f'{letter}{self.names}'

    def word(self):
        return self.rng.choice(('key', 'host', 'a', 'node', 'port-', 'x', 'role', 'user.', 'zone'))
