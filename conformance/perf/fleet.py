#!/usr/bin/env python3
"""Compiles a fleet over Debian's modules and checks that the result depends only on the inputs.

    conformance/perf/fleet.py                       # 2,000 nodes, target/release/bunraku
    conformance/perf/fleet.py --nodes 200 --bunraku PATH --keep DIR

The nodes are copies of those of conformance/real, each with its own name and addresses
(conformance/real/copies). Needs corpus/modules (scripts/fetch-debian-modules).

1. `bunraku fleet -j 1` and `-j 2` must write the same bytes, including summary.json.
2. A run that is killed (SIGKILL) in the middle must leave only complete catalogs, and `--resume` must end
   with the same bytes.

Shows for each run the time, the processor time, the catalogs per second, the time of the first catalog, and
the peak memory of the process.  The exit status is 0 if all results are equal.
"""
import argparse, hashlib, json, os, pathlib, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
REAL = ROOT / 'conformance/real'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--nodes', type=int, default=2000)
    parser.add_argument('--bunraku', default=str(ROOT / 'target/release/bunraku'))
    parser.add_argument('--keep', help='a folder for facts and catalogs, which stays')
    arguments = parser.parse_args()
    work = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix='bunraku-fleet-'))
    work.mkdir(parents=True, exist_ok=True)
    try:
        fine = compare(arguments.bunraku, arguments.nodes, work)
    finally:
        if not arguments.keep:
            shutil.rmtree(work, ignore_errors=True)
    sys.exit(0 if fine else 1)


def compare(bunraku, nodes, work):
    facts = make_facts(nodes, work / 'facts')
    command = [bunraku, 'fleet', '--environment', str(REAL), '--setting', f'basemodulepath={ROOT}/corpus/modules',
               '--facts', str(facts), '--quiet']
    print(f'{nodes} nodes\n\n| run | s | CPU s | catalogs/s | first catalog s | peak MB |\n|---|---|---|---|---|---|')
    fine = True
    for jobs in (1, 2):
        fine &= run(f'-j {jobs}', command, jobs, work / f'jobs{jobs}', nodes)
    fine &= killed(command, work / 'killed', nodes)
    fine &= run('--resume', command + ['--resume'], 2, work / 'killed', nodes)
    digests = {name: digest(work / name) for name in ('jobs1', 'jobs2', 'killed')}
    print('\n' + '\n'.join(f'{value}  {name}' for name, value in digests.items()))
    equal = len(set(digests.values())) == 1
    print('all equal' if equal else 'NOT EQUAL')
    return fine and equal


def make_facts(nodes, folder):
    """Makes the facts of the first `nodes` copies, sorted by name."""
    shutil.rmtree(folder, ignore_errors=True)
    originals = len(list((REAL / 'facts').glob('*.json')))
    subprocess.run([REAL / 'copies', str(-(-nodes // originals)), folder], check=True, stdout=subprocess.DEVNULL)
    for path in sorted(folder.iterdir())[nodes:]:
        path.unlink()
    return folder


def start(command, jobs, out):
    return subprocess.Popen(command + ['-j', str(jobs), '-o', str(out)])


def catalogs(out):
    return [path for path in out.glob('*.json')] if out.is_dir() else []


def run(name, command, jobs, out, nodes):
    """Runs a fleet to its end and prints its figures."""
    if '--resume' not in command:
        shutil.rmtree(out, ignore_errors=True)
    before = len(catalogs(out))
    begun = time.monotonic()
    process = start(command, jobs, out)
    first = None
    while first is None and process.poll() is None:
        if len(catalogs(out)) > before:
            first = time.monotonic() - begun
        time.sleep(0.002)
    _, status, usage = os.wait4(process.pid, 0) if process.returncode is None else (0, process.returncode, None)
    wall = time.monotonic() - begun
    count = len(catalogs(out)) - before
    cpu = usage.ru_utime + usage.ru_stime if usage else 0
    peak = usage.ru_maxrss / 1000 if usage else 0
    first = f'{first:.2f}' if first else ''
    print(f'| {name} | {wall:.1f} | {cpu:.1f} | {count / wall:.1f} | {first} | {peak:.0f} |', flush=True)
    return status == 0 and len(catalogs(out)) == nodes


def killed(command, out, nodes):
    """Kills a fleet in the middle. Returns whether all files that it leaves are complete."""
    shutil.rmtree(out, ignore_errors=True)
    process = start(command, 2, out)
    while len(catalogs(out)) < nodes // 2 and process.poll() is None:
        time.sleep(0.005)
    process.kill()
    process.wait()
    left = catalogs(out)
    for path in left:
        json.loads(path.read_text())
    print(f'| killed at {len(left)} catalogs, all whole | | | | | |', flush=True)
    return nodes // 2 <= len(left) < nodes


def digest(out):
    """Returns one digest of the names and bytes of all catalogs and of the summary."""
    total = hashlib.sha256()
    for path in sorted(catalogs(out)) + [out / 'fleet/summary.json']:
        total.update(path.name.encode() + b'\0' + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


if __name__ == '__main__':
    main()
