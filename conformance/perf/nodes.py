#!/usr/bin/env python3
"""Measures warm nodes of conformance/real over Debian's modules, and the same nodes with a real Puppet.

  nodes.py [NODE...]         the first parts of the nodes' names (default: cloud, base)
    --bunraku CMD            the binary (default: target/release/bunraku, or $BUNRAKU)
    --puppet-lib DIR         lib/ of Puppet's sources, for the column `puppet` (default: $PUPPET_LIB)
    --copies N               the number of copies of each node, at least 20 (default 120)
    --jobs N                 nodes that are compiled at once (default 1)
    --runs K                 the number of runs; the median counts (default 3)
    --work DIR               for facts and catalogs (default: target/perf/nodes)

Needs corpus/modules (scripts/fetch-debian-modules). The time of a warm node is the CPU time (user and system,
including ruby processes) of a run with all copies, less that of a run with 20, divided by the difference in
copies. It includes writing the catalog to a file. Puppet's time is the least of three compilations in one
process after a first one, including the JSON. Both take turns, so that other load affects both alike.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REAL = os.path.join(ROOT, 'conformance', 'real')
MODULES = os.path.join(ROOT, 'corpus', 'modules')
FIRST = 20


def cpu_s(command, env=None):
    """Returns the CPU time of a command and its children, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f'{command[0]} failed; run: {" ".join(command)}')
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def bunraku_s(options, names, facts):
    command = options.bunraku.split() + [
        'compile', '--environment', REAL, '--modulepath', MODULES, '--facts', facts,
        '--output', os.path.join(options.work, 'catalogs'), '--jobs', str(options.jobs),
    ]
    few, _ = cpu_s(command + names[:FIRST])
    many, _ = cpu_s(command + names)
    return (many - few) / (len(names) - FIRST)


def puppet_s(options, name, facts):
    command = ['ruby', os.path.join(HERE, 'puppet.rb'), '--runs', '4', '--warm', name,
               '--facts', os.path.join(facts, f'{name}.json'), '--modulepath', MODULES, REAL]
    _, output = cpu_s(command, {**os.environ, 'RUBYLIB': options.puppet_lib})
    found = json.loads(output.splitlines()[-1])
    return min(found['cpu'][1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('nodes', nargs='*', default=['cloud', 'base'])
    parser.add_argument('--bunraku', default=os.environ.get('BUNRAKU', os.path.join(ROOT, 'target/release/bunraku')))
    parser.add_argument('--puppet-lib', default=os.environ.get('PUPPET_LIB'))
    parser.add_argument('--copies', type=int, default=120)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--work', default=os.path.join(ROOT, 'target/perf/nodes'))
    options = parser.parse_args()
    if options.copies <= FIRST:
        parser.error(f'--copies: the number must be greater than {FIRST}')
    facts = os.path.join(options.work, 'facts')
    subprocess.run([os.path.join(REAL, 'copies'), str(options.copies), facts], check=True, stdout=subprocess.DEVNULL)
    print('| warm node | bunraku, ms | puppet, ms | ratio |\n|---|---:|---:|---:|')
    for node in options.nodes:
        is_copy = lambda file: file.startswith(node) and file[len(node)].isdigit()
        names = [file.removesuffix('.json') for file in os.listdir(facts) if is_copy(file)]
        names = sorted(names, key=lambda name: (len(name), name))[:options.copies]
        if not names:
            sys.exit(f'{node}: no such node in {REAL}/facts')
        own, puppet = [], []
        for _ in range(options.runs):
            own.append(bunraku_s(options, names, facts))
            if options.puppet_lib:
                puppet.append(puppet_s(options, names[0], facts))
        own_ms = statistics.median(own) * 1e3
        figures = [f'{own_ms:.1f}', '-', '-']
        if puppet:
            puppet_ms = statistics.median(puppet) * 1e3
            figures[1:] = [f'{puppet_ms:,.0f}', f'{puppet_ms / own_ms:.0f}']
        print(f'| {node} | ' + ' | '.join(figures) + ' |', flush=True)


if __name__ == '__main__':
    main()
