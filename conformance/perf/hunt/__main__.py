"""Searches for programs that are slower, or need more memory, in bunraku than in node.

  python3 conformance/perf/hunt [--count 100] [--seed 1]
    --bunraku CMD    the binary (default: target/release/bunraku, or $BUNRAKU)
    --node CMD       (default: node)
    --only a,b       only themes whose names begin with a or b
    --index I        one program of the seed, printed with its figures
    --shrink K       cuts down the K worst programs
    --tries T        the number of smaller programs to try for each (default 60)
    --jobs J         programs that run at once; figures are only reliable with 1 (default 1)
    --check          compares results only, of small sizes and in several modes of the compiler
    --work DIR       the folder for programs (default: target/hunt); the worst ones stay there
    --json FILE      all figures

A program is a loop with a theme; `grammar.py` lists the themes. It runs in bunraku and, translated to JavaScript,
in node; both must print the same. The ratio compares the CPU times of the whole processes, after subtracting
that of an empty program. The exit status is 1 if results differ or a program fails.
"""
import argparse
import json
import math
import os
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import grammar
import javascript
import puppet
from measure import Bench
from shrink import shrink

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
RATIO, MEMORY = 3.0, 4.0
CHECK_SIZE = 200


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float('nan')


def measured(bench, options, index):
    tree = grammar.program(options.seed, index)
    name = f'{options.seed}-{index}'
    if options.check:
        return index, tree, bench.check(tree, name, CHECK_SIZE)
    outcome = bench.measure(tree, name)
    if not outcome.problem and (outcome.ratio() > RATIO or outcome.memory() > MEMORY):
        outcome = bench.measure(tree, name, size=outcome.size, runs=2)
    return index, tree, outcome


def table(rows, head):
    rows = [head, *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for row in rows:
        print('  '.join(cell.ljust(width) if not i else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))))
    print()


def grouped(title, groups):
    rows = []
    for name, outcomes in sorted(groups.items(), key=lambda g: -mean([o.ratio() for o in g[1]])):
        ratios = [o.ratio() for o in outcomes]
        rows.append((name, str(len(ratios)), f'{mean(ratios):.2f}', f'{max(ratios):.2f}', f'{100 * sum(r > RATIO for r in ratios) / len(ratios):.0f} %',
                     f'{max(o.memory() for o in outcomes):.1f}'))
    table(rows, (title, 'programs', 'mean', 'worst', f'over {RATIO:.0f}', 'memory'))


def report(found, options):
    good = [(index, tree, o) for index, tree, o in found if not o.problem]
    themes, ops = {}, {}
    for _, tree, outcome in good:
        themes.setdefault(tree.theme, []).append(outcome)
        for op in tree.ops():
            ops.setdefault(op, []).append(outcome)
    grouped('theme', themes)
    grouped('uses', {name: outcomes for name, outcomes in ops.items() if len(outcomes) >= 5})
    worst = sorted(good, key=lambda g: -g[2].ratio())[:25]
    table([(f'{options.seed}/{index} {tree.theme}', *o.row()) for index, tree, o in worst], ('slowest', 'ratio', 'ms', 'node ms', 'MB', 'node MB', 'size'))
    hungry = [g for g in sorted(good, key=lambda g: -g[2].memory())[:10] if g[2].memory() > 1]
    table([(f'{options.seed}/{index} {tree.theme}', *o.row()) for index, tree, o in hungry], ('most memory', 'ratio', 'ms', 'node ms', 'MB', 'node MB', 'size'))
    ratios = [o.ratio() for _, _, o in good]
    over = sum(r > RATIO for r in ratios)
    print(f'{len(good)} programs: geometric mean {mean(ratios):.2f}, over {RATIO:.0f} times: {over} ({100 * over / max(len(good), 1):.1f} %), '
          f'worst {max(ratios, default=0):.1f}, over {MEMORY:.0f} times the memory and 30 MB: {sum(o.memory() > MEMORY for _, _, o in good)}')
    return worst


def cut_down(bench, options, worst):
    for index, tree, outcome in worst[:options.shrink]:
        least = max(RATIO, outcome.ratio() * 0.7)

        def bad(smaller):
            again = bench.measure(smaller, 'shrunk')
            return not again.problem and again.ratio() >= least and max(again.bunraku_s, again.node_s) > 0.05

        small = shrink(tree, bad, options.tries)
        again = bench.measure(small, f'small-{options.seed}-{index}')
        print(f'---- {options.seed}/{index} {tree.theme}: {outcome.ratio():.1f}; cut down: {again.ratio():.1f} ({" ".join(again.row())})')
        print(puppet.program(small, again.size))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--bunraku', default=os.environ.get('BUNRAKU', os.path.join(ROOT, 'target', 'release', 'bunraku')))
    parser.add_argument('--node', default='node')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', default='1')
    parser.add_argument('--only', default='')
    parser.add_argument('--index', type=int)
    parser.add_argument('--shrink', type=int, default=0)
    parser.add_argument('--tries', type=int, default=60)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--work', default=os.path.join(ROOT, 'target', 'hunt'))
    parser.add_argument('--json')
    options = parser.parse_args()
    bench = Bench(shlex.split(options.bunraku), shlex.split(options.node), options.work)
    indices = [options.index] if options.index is not None else [
        i for i in range(options.count) if any(grammar.THEMES[i % len(grammar.THEMES)].startswith(o) for o in options.only.split(','))]
    found, problems = [], 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for index, tree, outcome in pool.map(lambda i: measured(bench, options, i), indices):
            found.append((index, tree, outcome))
            if outcome.problem:
                problems += 1
                print(f'{options.seed}/{index} {tree.theme}: {outcome.problem}', file=sys.stderr, flush=True)
            elif not (options.index is not None or outcome.ratio() > RATIO or outcome.memory() > MEMORY):
                for extension in ('pp', 'js'):
                    os.unlink(os.path.join(options.work, f'{options.seed}-{index}.{extension}'))
    if options.check:
        print(f'{len(found) - problems} programs agree, {problems} do not')
    elif options.index is not None:
        index, tree, outcome = found[0]
        print(puppet.program(tree, outcome.size), javascript.program(tree, outcome.size), ' '.join(outcome.row()), sep='\n')
        cut_down(bench, options, found)
    else:
        cut_down(bench, options, report(found, options))
    if options.json:
        rows = [{'index': i, 'theme': t.theme, 'problem': o.problem, 'ratio': o.ratio(), 'size': o.size, 'bunraku_s': o.bunraku_s, 'node_s': o.node_s,
                 'bunraku_kb': o.bunraku_kb, 'node_kb': o.node_kb} for i, t, o in found]
        with open(options.json, 'w') as f:
            json.dump(rows, f, indent=1)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
