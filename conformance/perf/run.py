#!/usr/bin/env python3
"""Measures bunraku and other implementations with the workloads, variations and catalogs of this folder.

  run.py [workloads] [variations] [catalogs]   which tables (default: workloads and variations)
    --bunraku CMD      the binary (default: target/release/bunraku, or $BUNRAKU)
    --only a,b         only workloads or variations whose names begin with a or b
    --peers a,b        of puppet, python, ruby, ruby+yjit, luajit, node, rust (default: what is installed)
    --puppet-lib DIR   lib/ of Puppet's sources, for the column `puppet` (default: $PUPPET_LIB)
    --runs K           runs of each cell; the median counts (default 3)
    --small            the small sizes, for a quick look
    --write            writes the tables between the markers of docs/PERFORMANCE.md
    --json FILE        all figures
    --work DIR         for generated files and the builds (default: target/perf)

A figure is the CPU time (user and system) of a whole process, less that of an empty program in the same
language, divided by the units of work. It includes warm-up and compilation. The modes and peers of a
workload take turns. The exit status is 1 if results differ or a program fails.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODES = {'off': ['--jit=off'], 'auto': []}
EMPTY = {
    'pp': 'notice("CHECK 0")\n',
    'js': 'console.log("CHECK 0")\n',
    'lua': 'print("CHECK 0")\n',
    'rb': 'puts "CHECK 0"\n',
    'py': 'print("CHECK 0")\n',
}


def fib_calls(n):
    a, b = 1, 1
    for _ in range(n - 1):
        a, b = b, a + b + 1
    return b


# name: size for Puppet, size for interpreters, size for compilers (about a second), unit, units of a size
WORKLOADS = {
    'fib': (24, 33, 40, 'call', fib_calls),
    'typedfns': (300, 30_000, 500_000, 'call', lambda n: n * 60),
    'deeprec': (120, 5_000, 250_000, 'iteration', lambda n: n),
    'sum': (200_000, 5_000_000, 200_000_000, 'element', lambda n: n),
    'closures': (4_000, 1_000_000, 20_000_000, 'iteration', lambda n: n),
    'mandel': (20, 200, 1_600, 'step', lambda n: n * n * 50),
    'primes': (12_000, 1_000_000, 20_000_000, 'element', lambda n: n),
    'arrays': (40_000, 2_000_000, 12_000_000, 'element', lambda n: n),
    'sort': (4_000, 60_000, 300_000, 'element', lambda n: n),
    'hashmerge': (30_000, 1_000_000, 5_000_000, 'merge', lambda n: n),
    'hashops': (6_000, 200_000, 600_000, 'record', lambda n: n),
    'strings': (20_000, 400_000, 2_000_000, 'element', lambda n: n),
    'regex': (8_000, 100_000, 300_000, 'line', lambda n: n),
    'typecheck': (30_000, 800_000, 15_000_000, 'value', lambda n: n),
    'bigliteral': (2_000, 15_000, 60_000, 'entry', lambda n: n),
}
# peers that are measured with the sizes for interpreters
INTERPRETERS = ('off', 'python', 'ruby', 'ruby+yjit')
# name: size for Puppet, size for bunraku, unit
CATALOGS = {
    'cat_define': (2_000, 50_000, 'instance'),
    'cat_classes': (300, 300, 'class'),
    'cat_collect': (3_000, 50_000, 'resource'),
    'cat_chain': (1_500, 20_000, 'resource'),
}
# one run of a program that takes longer is enough
LONG_S = 10
LIMIT_S = 300


def run(command, env=None):
    """Returns CPU seconds, output and status of one process. The kernel measures the CPU time."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=env)
        deadline = time.monotonic() + LIMIT_S
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if not pid and time.monotonic() > deadline:
                process.kill()
                pid, status, usage = os.wait4(process.pid, 0)
            if pid:
                break
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return usage.ru_utime + usage.ru_stime, out.read().decode('utf8', 'replace'), process.returncode


def check_of(output):
    found = re.findall(r'CHECK ([^\n"]*)', output)
    return found[-1].strip() if found else None


class Cell:
    """The runs of one program in one language or mode."""

    def __init__(self, command, start_s, parse=None, env=None):
        self.command, self.start_s, self.env = command, start_s, env
        self.parse = parse or (lambda cpu, output: ([cpu - start_s], check_of(output)))
        self.times, self.check, self.error = [], None, None

    def measure(self):
        if self.error or sum(self.times) > LONG_S:
            return
        cpu, output, status = run(self.command, self.env)
        try:
            times, check = self.parse(cpu, output)
        except (ValueError, IndexError, KeyError):
            times, check = [], None
        if status or check is None or (self.check is not None and check != self.check):
            self.error = output.strip()[-300:] or f'status {status}'
            return
        self.times += times
        self.check = check

    def seconds(self):
        return max(statistics.median(self.times), 0) if self.times else None


class Bench:
    def __init__(self, options):
        self.options = options
        self.problems = []
        self.figures = {}
        os.makedirs(options.work, exist_ok=True)
        self.bunraku = shlex.split(options.bunraku)
        self.peers = self.find_peers()
        self.start_s = {}
        for name, (extension, command) in self.peers.items():
            if extension in EMPTY and name != 'puppet':
                self.start_s[name] = self.start_up(extension, command)
        self.start_s['bunraku'] = self.start_up('pp', self.bunraku + ['eval'])
        self.figures['start'] = self.start_s

    def start_up(self, extension, command):
        path = self.file('empty.' + extension, EMPTY[extension])
        return statistics.median(run(command + [path])[0] for _ in range(5))

    def file(self, name, text):
        path = os.path.join(self.options.work, name)
        with open(path, 'w') as f:
            f.write(text)
        return path

    def find_peers(self):
        """Returns the extension and command of each requested peer that is installed, by name."""
        wanted = self.options.peers.split(',') if self.options.peers is not None else None
        found = {}

        def add(name, extension, command):
            if (wanted is None or name in wanted) and shutil.which(command[0]):
                found[name] = (extension, command)

        if self.options.puppet_lib:
            add('puppet', 'pp', ['ruby', os.path.join(HERE, 'puppet.rb')])
        add('python', 'py', [sys.executable])
        add('ruby', 'rb', ['ruby'])
        if subprocess.run(['ruby', '--yjit', '-e', '0'], capture_output=True).returncode == 0 if shutil.which('ruby') else False:
            add('ruby+yjit', 'rb', ['ruby', '--yjit'])
        add('luajit', 'lua', ['luajit'])
        add('node', 'js', ['node'])
        if (wanted is None or 'rust' in wanted) and shutil.which('cargo') and self.build_rust():
            found['rust'] = ('rs', [])
        return found

    def build_rust(self):
        target = os.path.join(self.options.work, 'rust')
        env = {**os.environ, 'CARGO_TARGET_DIR': target, 'RUSTFLAGS': ''}
        command = ['cargo', 'build', '-q', '--release', '--manifest-path', os.path.join(HERE, 'workloads', 'Cargo.toml')]
        return subprocess.run(command, env=env).returncode == 0

    def measure(self, cells):
        """Runs all cells of a row in turn, and records failures and results that differ."""
        for _ in range(self.options.runs):
            for cell in cells.values():
                cell.measure()

    def judge(self, row, cells):
        before = len(self.problems)
        checks = {name: cell.check for name, cell in cells.items() if cell.check is not None}
        if len(set(checks.values())) > 1:
            self.problems.append(f'{row}: results differ: {checks}')
        self.problems += [f'{row}: {name}: {cell.error}' for name, cell in cells.items() if cell.error]
        print(*self.problems[before:], sep='\n', end='\n' if self.problems[before:] else '', file=sys.stderr, flush=True)

    def bunraku_cell(self, path, flags):
        return Cell(self.bunraku + ['eval'] + flags + [path], self.start_s['bunraku'])

    # ---- workloads

    def workload_cells(self, name, columns, size):
        folder = self.generated(name, size)
        path = lambda extension: os.path.join(folder, f'{name}.{extension}')
        cells = {}
        for column in columns:
            if column in MODES:
                cells[column] = self.bunraku_cell(self.sized(path('pp'), name, size), MODES[column])
                continue
            extension, command = self.peers[column]
            if column == 'rust':
                program = os.path.join(self.options.work, 'rust', 'release', name)
                if os.path.exists(program):
                    cells[column] = Cell([program, str(size)], 0.0)
            elif os.path.exists(path(extension)):
                cells[column] = Cell(command + [path(extension), str(size)], self.start_s[column])
        return cells

    def puppet_cells(self, name, size):
        path = os.path.join(self.generated(name, size), f'{name}.pp')
        puppet = self.puppet_cell(self.sized(path, name, size))
        return {'puppet': puppet, 'bunraku': self.bunraku_cell(puppet.command[-1], [])}

    def sized(self, path, name, size):
        """Returns the program of a workload with its size in the first line, like a generated one."""
        with open(path) as f:
            text = f.read()
        return self.file(f'{name}-{size}.pp', re.sub(r'\A\$n = \d+', f'$n = {size}', text))

    def generated(self, name, size):
        """Returns the folder of a workload's programs."""
        if name != 'bigliteral':
            return os.path.join(HERE, 'workloads')
        folder = os.path.join(self.options.work, f'{name}-{size}')
        subprocess.run([sys.executable, os.path.join(HERE, 'generate.py'), name, str(size), folder], check=True)
        return folder

    def puppet_cell(self, path):
        def parse(_cpu, output):
            answer = json.loads(output.splitlines()[-1])
            return answer['cpu'], check_of('\n'.join(answer['out']))

        env = {**os.environ, 'RUBYLIB': self.options.puppet_lib}
        return Cell(self.peers['puppet'][1] + [path], 0.0, parse, env)

    def workloads(self):
        columns = list(MODES) + [peer for peer in self.peers]
        rows = {}
        for name in self.chosen(WORKLOADS):
            small, slow, fast, _, units = WORKLOADS[name]
            row = {}

            def measured(cells, size, wanted):
                self.measure(cells)
                self.judge(name, cells)
                row.update({c: cells[c].seconds() / units(size) * 1e9 for c in wanted if c in cells and cells[c].times})

            asked = [c for c in columns if c != 'puppet']
            slowly = [c for c in asked if c in INTERPRETERS]
            quickly = [c for c in asked if c not in INTERPRETERS]
            if self.options.small:
                slow = fast = small
            # compiled code is compared with the interpreters at their size, and measured at its own size
            measured(self.workload_cells(name, [*slowly, 'auto'], slow), slow, slowly)
            measured(self.workload_cells(name, quickly, fast), fast, quickly)
            if 'puppet' in self.peers:
                measured(self.puppet_cells(name, small), small, ['puppet'])
            rows[name] = row
            print(f'{name}: ' + ', '.join(f'{c} {number(row.get(c))}' for c in columns), 'ns', file=sys.stderr, flush=True)
        self.figures['workloads'] = rows
        return workload_table(rows, columns)

    def chosen(self, names):
        only = self.options.only.split(',') if self.options.only else ['']
        return [name for name in names if any(name.startswith(o) for o in only)]

    # ---- variations

    def variations(self):
        folder = os.path.join(HERE, 'variations')
        rows = {}
        for name in self.chosen(sorted(f[:-3] for f in os.listdir(folder) if f.endswith('.pp'))):
            path = os.path.join(folder, name + '.pp')
            with open(path) as f:
                what, units, unit = re.match(r'# (.*); unit: (\d+) (\w+)', f.readline()).groups()
            cells = {mode: self.bunraku_cell(path, flags) for mode, flags in MODES.items()}
            self.measure(cells)
            self.judge(name, cells)
            row = {mode: cell.seconds() / int(units) * 1e9 for mode, cell in cells.items() if cell.times}
            rows[name] = {'what': what, 'unit': unit, **row}
            print(f'{name}: ' + ', '.join(f'{m} {number(row.get(m))}' for m in MODES), f'ns/{unit}', file=sys.stderr, flush=True)
        self.figures['variations'] = rows
        return variation_table(rows)

    # ---- catalogs

    def catalogs(self):
        rows = {}
        for name in self.chosen(CATALOGS):
            small, big, unit = CATALOGS[name]
            row = {}
            for size in {small, small if self.options.small else big}:
                environment = os.path.join(self.options.work, f'{name}_{size}')
                subprocess.run([sys.executable, os.path.join(HERE, 'generate.py'), name, str(size), environment], check=True)
                parse = lambda cpu, output: ([cpu - self.start_s['bunraku']], str(len(json.loads(output[output.index('{'):])['resources'])))
                cells = {'bunraku': Cell(self.bunraku + ['compile', '--environment', environment], 0.0, parse)}
                if size == small and 'puppet' in self.peers:
                    cells['puppet'] = self.puppet_catalog(environment)
                self.measure(cells)
                self.judge(name, cells)
                row.update({c: cell.seconds() / size * 1e6 for c, cell in cells.items() if cell.times})
            rows[name] = {'unit': unit, **row}
        self.figures['catalogs'] = rows
        lines = ['| catalog, us | bunraku | puppet |', '|---|---:|---:|']
        lines += [f"| {n}, {r['unit']} | {number(r.get('bunraku'))} | {number(r.get('puppet'))} |" for n, r in rows.items()]
        return '\n'.join(lines)

    def puppet_catalog(self, environment):
        cell = self.puppet_cell(environment)
        cell.parse = lambda _cpu, output: (lambda a: (a['cpu'], str(a['resources'])))(json.loads(output.splitlines()[-1]))
        return cell


def number(value):
    if value is None:
        return '-'
    return f'{value:.1f}' if value < 100 else f'{value:,.0f}'


def workload_table(rows, columns):
    """Returns ns per unit, and the ratios to the time of Rust and to that of the fastest other peer."""
    others = [c for c in columns if c not in MODES and c not in ('puppet', 'rust')]
    ratio = lambda a, b: f'{a / b:.2f}' if a is not None and b else '-'
    lines = [
        '| workload, ns | ' + ' | '.join(columns) + ' | auto / rust | auto / best peer |',
        '|---|' + '---:|' * (len(columns) + 2),
    ]
    for name, row in rows.items():
        best = min((row[c] for c in others if c in row), default=None)
        figures = ' | '.join(number(row.get(c)) for c in columns)
        last = f"{ratio(row.get('auto'), row.get('rust'))} | {ratio(row.get('auto'), best)}"
        lines.append(f'| {name}, {WORKLOADS[name][3]} | {figures} | {last} |')
    means = [mean(rows, c) for c in columns]
    lines.append('| *geometric mean of auto / column* | ' + ' | '.join(means) + ' | | |')
    return '\n'.join(lines)


def mean(rows, column):
    pairs = [(r['auto'], r[column]) for r in rows.values() if r.get('auto') and r.get(column)]
    return f'{statistics.geometric_mean([a / b for a, b in pairs]):.3f}' if pairs else '-'


def variation_table(rows):
    lines = ['| variation | what varies | unit | off, ns | auto, ns | off / auto |', '|---|---|---|---:|---:|---:|']
    for name, row in rows.items():
        off, auto = row.get('off'), row.get('auto')
        gain = f'{off / auto:.1f}' if off and auto else '-'
        lines.append(f"| {name} | {row['what']} | {row['unit']} | {number(off)} | {number(auto)} | {gain} |")
    return '\n'.join(lines)


def write(tables):
    """Puts each table between its markers in docs/PERFORMANCE.md."""
    path = os.path.join(ROOT, 'docs', 'PERFORMANCE.md')
    with open(path) as f:
        text = f.read()
    for name, table in tables.items():
        begin, end = f'<!-- begin {name} -->\n', f'<!-- end {name} -->'
        if begin not in text or end not in text:
            sys.exit(f'{path} has no markers for {name}')
        head, rest = text.split(begin, 1)
        text = head + begin + table + '\n' + end + rest.split(end, 1)[1]
    with open(path, 'w') as f:
        f.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('tables', nargs='*', default=['workloads', 'variations'])
    parser.add_argument('--bunraku', default=os.environ.get('BUNRAKU', os.path.join(ROOT, 'target', 'release', 'bunraku')))
    parser.add_argument('--only')
    parser.add_argument('--peers')
    parser.add_argument('--puppet-lib', default=os.environ.get('PUPPET_LIB'))
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--small', action='store_true')
    parser.add_argument('--write', action='store_true')
    parser.add_argument('--json')
    parser.add_argument('--work', default=os.path.join(ROOT, 'target', 'perf'))
    options = parser.parse_args()
    bench = Bench(options)
    makers = {'workloads': bench.workloads, 'variations': bench.variations, 'catalogs': bench.catalogs}
    tables = {name: makers[name]() for name in options.tables}
    print('\n\n'.join(tables.values()))
    if options.write:
        write(tables)
    if options.json:
        with open(options.json, 'w') as f:
            json.dump(bench.figures, f, indent=1)
    sys.exit(1 if bench.problems else 0)


if __name__ == '__main__':
    main()
