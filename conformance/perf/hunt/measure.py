"""Runs a program in bunraku and in node, and compares their output, their time and their memory."""
import os
import re
import statistics
import subprocess
import tempfile
import time

import javascript
import puppet

# the time for which the slower side runs, if the program allows it
LEAST_S, MOST_S = 0.5, 2.5
LIMIT_S = 30
# shorter times are noise
FLOOR_S = 0.004
# interpreted code, code that is entered in the middle of a body, and code that is compiled almost at once
WAITS = (['--jit=off'], ['--jit-wait'], ['--jit-wait', '--jit-threshold=20'])
SIZES = (20, 200, 2_000, 20_000, 200_000, 2_000_000, 20_000_000)
MEMORY_KB = 30 * 1024


class Outcome:
    """The outcome of a measurement. It has a `problem` if there is nothing to compare."""

    def __init__(self, problem=None):
        self.problem, self.size, self.bunraku_s, self.node_s, self.bunraku_kb, self.node_kb = problem, 0, 0, 0, 0, 0

    def ratio(self):
        return max(self.bunraku_s, FLOOR_S) / max(self.node_s, FLOOR_S)

    def memory(self):
        """Returns the ratio of bunraku's memory to that of node. Ignores a small amount that every program may use."""
        return max(self.bunraku_kb - MEMORY_KB, 1) / self.node_kb

    def row(self):
        return (f'{self.ratio():.2f}', f'{self.bunraku_s * 1000:.0f}', f'{self.node_s * 1000:.0f}', f'{self.bunraku_kb // 1024}', f'{self.node_kb // 1024}', str(self.size))


class Bench:
    def __init__(self, bunraku, node, folder):
        self.bunraku, self.node, self.folder = bunraku + ['eval'], node, folder
        os.makedirs(folder, exist_ok=True)
        empty = self.file('empty.pp', 'notice("CHECK 0")\n'), self.file('empty.js', javascript.HEAD + 'print(0);\n')
        self.start_s = [statistics.median(run(command + [path])[0] for _ in range(7)) for command, path in zip((self.bunraku, self.node), empty)]

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w') as f:
            f.write(text)
        return path

    def once(self, tree, size, name, sides=(0, 1)):
        """Returns CPU seconds, output, status and kilobytes of each side."""
        made = (self.file(name + '.pp', puppet.program(tree, size)), self.file(name + '.js', javascript.program(tree, size)))
        return [run((self.bunraku, self.node)[side] + [made[side]]) if side in sides else None for side in (0, 1)]

    def measure(self, tree, name='program', size=None, runs=1):
        """Increases the size until the time can be measured; the results of each size must agree."""
        sizes = [size] if size else SIZES
        for size in sizes:
            found = self.once(tree, size, name)
            outcome = self.judge(found, size)
            if outcome.problem:
                return outcome
            slower = max(outcome.bunraku_s, outcome.node_s)
            if slower >= LEAST_S:
                break
            if slower * 10 > MOST_S * 2 and size != sizes[-1]:
                # ten times as many rounds would take too long
                size = int(size * max(LEAST_S * 1.5 / slower, 1))
                outcome = self.judge(self.once(tree, size, name), size)
                break
        for _ in range(runs - 1):
            again = self.judge(self.once(tree, outcome.size, name), outcome.size)
            if not again.problem and again.ratio() < outcome.ratio():
                outcome = again
        return outcome

    def check(self, tree, name, size):
        """Compares the results of one size, also those of bunraku in modes whose runs are reproducible."""
        found = self.once(tree, size, name)
        outcome = self.judge(found, size)
        for options in () if outcome.problem else WAITS:
            _, output, status, _ = run(self.bunraku + options + [os.path.join(self.folder, name + '.pp')])
            if status or checks(output) != checks(found[0][1]):
                outcome.problem = f'results differ with {" ".join(options)}: {checks(found[0][1])} {output.strip()[-300:]}'[:600]
        return outcome

    def judge(self, found, size):
        outcome = Outcome()
        outcome.size = size
        for (cpu, output, status, kilobytes), who in zip(found, ('bunraku', 'node')):
            if status:
                outcome.problem = f'{who} ends with {status}: ' + output.strip()[-400:]
                return outcome
        own, other = (checks(output) for _, output, _, _ in found)
        if own != other or not own:
            outcome.problem = f'results differ: {own} {other}'[:600]
        outcome.bunraku_s, outcome.node_s = (max(f[0] - start, 0.0) for f, start in zip(found, self.start_s))
        outcome.bunraku_kb, outcome.node_kb = found[0][3], found[1][3]
        return outcome


def checks(output):
    """Returns the results that a program has printed."""
    return re.findall(r'CHECK ([^\n]*)', output)


def run(command):
    """Returns CPU seconds, output, status and peak kilobytes of one process, as the kernel counts them."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
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
        return usage.ru_utime + usage.ru_stime, out.read().decode('utf8', 'replace'), process.returncode, usage.ru_maxrss
