#!/usr/bin/env python3
"""Compares bunraku's catalogs of wikimedia/operations-puppet with those of a real Puppet.

    compare.py [NODE...]      compares the nodes that have recorded answers, or some of them
      --bunraku CMD           the binary (default: target/release/bunraku, or $BUNRAKU)
      --reference             compares with the whole catalogs of record.rb (corpus/wikimedia/reference) instead
      --limit N               shows at most N differences of each node (default 10)
      --record                makes the recorded answers from the whole catalogs, compiles nothing; with NODE... only
                              these have answers afterwards, else the same nodes as before

Needs corpus/wikimedia (scripts/wikimedia). bunraku's catalogs stay in corpus/wikimedia/catalogs.
The comparison covers each resource with its attributes, tags, file and line, the order of resources, every edge, and
the other fields of the catalog. Exit status: 0 if nothing differs, 1 if something differs, 2 if nothing was compared.

answers.jsonl.xz has the recorded answers: for each node a line about its catalog, then a line for each resource and
each edge. answers.tsv lists the nodes.
"""
import argparse
import hashlib
import json
import lzma
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CORPUS = os.path.join(ROOT, 'corpus', 'wikimedia')
ENVIRONMENT = os.path.join(CORPUS, 'environments', 'production')
CATALOGS = os.path.join(CORPUS, 'catalogs')
REFERENCE = os.path.join(CORPUS, 'reference')
ANSWERS = os.path.join(HERE, 'answers.jsonl.xz')
NODES = os.path.join(HERE, 'answers.tsv')

# These differ from run to run.
VOLATILE = ('version', 'catalog_uuid', 'catalog_format', 'code_id')
# A longer text is recorded as its digest, so that the answers hold no code of wikimedia's.
TEXT_MAX = 100
DIGEST = 'sha256:'
DIGITS = 32
# Texts with the host of a package archive are digests, too: it differs from place to place.
ARCHIVE = 'debian.org'
# The value of a key that one of two catalogs lacks.
ABSENT = object()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('nodes', nargs='*', metavar='NODE')
    parser.add_argument('--bunraku', default=os.environ.get('BUNRAKU', os.path.join(ROOT, 'target/release/bunraku')))
    parser.add_argument('--reference', action='store_true')
    parser.add_argument('--limit', type=int, default=10)
    parser.add_argument('--record', action='store_true')
    options = parser.parse_args()
    if not os.path.isdir(ENVIRONMENT):
        refuse('no corpus/wikimedia; get it with\n  scripts/wikimedia              from GitHub\n'
               '  scripts/wikimedia --from DIR   from local clones')
    if options.record:
        record(options.nodes)
        return
    texts = {}
    expected = references(options.nodes) if options.reference else recorded(options.nodes)
    compile_nodes(options.bunraku, list(expected))
    differing = 0
    for name, catalog in expected.items():
        if options.reference:
            catalog = digested(load(catalog))
        path = os.path.join(CATALOGS, f'{name}.json')
        ours = digested(load(path), texts) if os.path.exists(path) else None
        found = differences(catalog, ours) if ours else ['no catalog of bunraku']
        differing += bool(found)
        show(name, catalog, found, options.limit, texts)
    print(f'{len(expected) - differing} of {len(expected)} nodes as in Puppet')
    sys.exit(1 if differing else 0)


def refuse(message):
    print(f'compare.py: {message}', file=sys.stderr)
    sys.exit(2)


def compile_nodes(bunraku, names):
    shutil.rmtree(CATALOGS, ignore_errors=True)
    command = bunraku.split() + [
        'fleet', '--environment', ENVIRONMENT, '--facts', os.path.join(CORPUS, 'facts'),
        '--trusted', os.path.join(CORPUS, 'trusted.json'), '--server-facts', os.path.join(HERE, 'server_facts.json'),
        '--setting', 'strict=error', '--setting', 'strict_variables=true', '--reuse-commands', '--quiet',
        '--output', CATALOGS, *names]
    try:
        status = subprocess.run(command, check=False).returncode
    except OSError as error:
        refuse(f'{bunraku}: {error.strerror}; give a binary with --bunraku or $BUNRAKU')
    # 1 means that a node has no catalog, which is a difference
    if status not in (0, 1):
        refuse(f'`{bunraku} fleet` ended with status {status}')


def load(path):
    """Reads a catalog. Removes the parts that differ from run to run or from machine to machine."""
    with open(path, encoding='utf-8') as file:
        catalog = json.load(file)
    for key in VOLATILE:
        catalog.pop(key, None)
    for resource in catalog['resources']:
        if 'file' in resource:
            resource['file'] = resource['file'].removeprefix(f'{ENVIRONMENT}/')
    return catalog


def digested(catalog, texts=None):
    """Replaces long texts and names of people in a catalog by digests. Adds the text of each digest to `texts`."""
    for resource in catalog['resources']:
        comment = resource.get('parameters', {}).get('comment')
        if isinstance(comment, str) and resource['type'] in ('User', 'Admin::User'):
            resource['parameters']['comment'] = digest(comment, texts)
    return digested_value(catalog, texts)


def digested_value(value, texts):
    if isinstance(value, str):
        # a mail address may stand for a person, and so may the comment of a short key
        is_short = len(value) <= TEXT_MAX and '\n' not in value and '@' not in value
        return value if is_short and ARCHIVE not in value else digest(value, texts)
    if isinstance(value, list):
        return [digested_value(item, texts) for item in value]
    if isinstance(value, dict):
        return {digested_value(key, texts): digested_value(item, texts) for key, item in value.items()}
    return value


def digest(text, texts):
    if text.startswith(DIGEST):
        return text
    name = DIGEST + hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
    if texts is not None:
        texts[name] = text
    return name


def line(value):
    """Returns a text by which values are compared, because Python treats 1, 1.0 and True as equal."""
    if value is ABSENT:
        return 'nothing'
    return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False)


def recorded(names):
    """Returns the recorded catalogs by node: all, or those of the given nodes."""
    catalogs = {}
    try:
        with lzma.open(ANSWERS, 'rt', encoding='utf-8') as file:
            for text in file:
                item = json.loads(text)
                if 'node' in item:
                    name = item.pop('node')
                    catalog = catalogs[name] = {**item, 'resources': [], 'edges': []}
                else:
                    catalog['edges' if 'source' in item else 'resources'].append(item)
    except (OSError, lzma.LZMAError, ValueError) as error:
        refuse(f'{ANSWERS}: {error}')
    unknown = [name for name in names if name not in catalogs]
    if unknown:
        refuse(f'no recorded answer for {", ".join(unknown)}; --reference compares other nodes')
    return {name: catalogs[name] for name in names or catalogs}


def references(names):
    """Returns the files of the whole catalogs by node."""
    written = sorted(os.listdir(REFERENCE)) if os.path.isdir(REFERENCE) else []
    files = {name.removesuffix('.json'): os.path.join(REFERENCE, name) for name in written}
    unknown = [name for name in names if name not in files]
    if unknown or not files:
        refuse(f'no catalog of Puppet for {", ".join(unknown) or "any node"}; record.rb writes them')
    return {name: files[name] for name in names or files}


def record(names):
    if not names:
        with open(NODES, encoding='utf-8') as file:
            names = [text.split()[0] for text in file if not text.startswith('#')]
    with open(os.path.join(CORPUS, 'nodes.tsv'), encoding='utf-8') as file:
        roles = dict(text.split('\t')[:2] for text in file)
    with lzma.open(ANSWERS, 'wt', encoding='utf-8', preset=9 | lzma.PRESET_EXTREME) as answers, \
            open(NODES, 'w', encoding='utf-8') as table:
        print('# Nodes with recorded answers: name, role, resources, edges.', file=table)
        for name, path in references(sorted(names)).items():
            catalog = digested(load(path))
            resources, edges = catalog.pop('resources'), catalog.pop('edges')
            for item in [{'node': name, **catalog}, *resources, *edges]:
                print(line(item), file=answers)
            print(name, roles[name], len(resources), len(edges), sep='\t', file=table)
    print(f'{ANSWERS}: {os.path.getsize(ANSWERS):,} bytes')


def differences(expected, ours):
    """Returns sentences about the differences between two catalogs."""
    found = []
    for key in sorted({*expected, *ours} - {'resources', 'edges'}):
        found += value_differences(key, expected.get(key, ABSENT), ours.get(key, ABSENT))
    theirs, own = by_key(expected['resources'], reference), by_key(ours['resources'], reference)
    found += [f'{key} is missing' for key in theirs if key not in own]
    found += [f'{key} is not in Puppet\'s catalog' for key in own if key not in theirs]
    found += order_difference('resource', theirs, own)
    for key, resource in theirs.items():
        if key in own and line(resource) != line(own[key]):
            for attribute in sorted({*resource, *own[key]}):
                found += value_differences(f'{key} {attribute}', resource.get(attribute, ABSENT),
                                           own[key].get(attribute, ABSENT))
    theirs, own = by_key(expected['edges'], edge), by_key(ours['edges'], edge)
    found += [f'the edge {key} is missing' for key in theirs if key not in own]
    found += [f'the edge {key} is not in Puppet\'s catalog' for key in own if key not in theirs]
    found += order_difference('edge', theirs, own)
    return found


def reference(resource):
    return f'{resource["type"]}[{resource["title"]}]'


def edge(item):
    return f'{item["source"]} -> {item["target"]}'


def by_key(items, key):
    """Returns the items by their keys. If several items have a key, the later ones get numbered keys."""
    found, counts = {}, {}
    for item in items:
        name = key(item)
        counts[name] = counts.get(name, 0) + 1
        found[name if counts[name] == 1 else f'{name} (number {counts[name]})'] = item
    return found


def order_difference(kind, theirs, own):
    for their_key, own_key in zip((key for key in theirs if key in own), (key for key in own if key in theirs)):
        if their_key != own_key:
            return [f'the order differs from the {kind} {their_key} on: bunraku has {own_key} there']
    return []


def value_differences(path, theirs, own):
    """Returns the differences of two values, each with the path of the innermost value that differs."""
    if line(theirs) == line(own):
        return []
    if isinstance(theirs, dict) and isinstance(own, dict):
        return [text for key in sorted({*theirs, *own})
                for text in value_differences(f'{path}.{key}', theirs.get(key, ABSENT), own.get(key, ABSENT))]
    if isinstance(theirs, list) and isinstance(own, list) and len(theirs) == len(own):
        # one element is enough: when an element moves, all that follow it differ
        first = next(index for index, pair in enumerate(zip(theirs, own)) if line(pair[0]) != line(pair[1]))
        return value_differences(f'{path}[{first}]', theirs[first], own[first])
    return [f'{path}: Puppet {line(theirs)}, bunraku {line(own)}']


def show(name, catalog, found, limit, texts):
    if not found:
        print(f'{name}: {len(catalog["resources"]):,} resources, {len(catalog["edges"]):,} edges, equal')
        return
    print(f'{name}: {len(found)} {"difference" if len(found) == 1 else "differences"}')
    for text in found[:limit]:
        print(f'  {text}')
        for word in sorted({word for word in texts if word in text}):
            print(f'    {word} is bunraku\'s {texts[word][:300]!r}')
    if len(found) > limit:
        print(f'  and {len(found) - limit} more')


if __name__ == '__main__':
    main()
