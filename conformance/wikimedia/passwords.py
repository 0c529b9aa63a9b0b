#!/usr/bin/env python3
"""Adds classes and variables to private/modules/passwords of an environment, with made-up values.

    passwords.py ENVIRONMENT

Modules read passwords as variables of classes, `$passwords::CLASS::NAME`. labs-private, the public stand-in of the
private repository, lacks many of them.
"""
import os
import re
import sys

READ = re.compile(r'(?:\$\{?(?:::)?|[\'"](?:::)?)(passwords::[a-z0-9_:]*[a-z0-9_])')
INCLUDED = re.compile(r'(?:include|require|contain)\s*\(?\s*[\'"]?(?:::)?(passwords::[a-z0-9_:]*[a-z0-9_])'
                      r'|class\s*\{\s*[\'"](?:::)?(passwords::[a-z0-9_:]*[a-z0-9_])')


def main():
    if len(sys.argv) != 2:
        sys.exit('usage: passwords.py ENVIRONMENT')
    read, included = uses(os.path.join(sys.argv[1], 'modules'))
    path = os.path.join(sys.argv[1], 'private/modules/passwords/manifests/init.pp')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    classes = included | {name for name in read if name != 'passwords'}
    for name in sorted(classes):
        # `passwords::a::b` may be a variable of `passwords::a` or a class
        variables = [variable for variable in sorted(read.get(name, ()))
                     if not is_class(f'{name}::{variable}', text, read, included)]
        text = complete(text, name, variables, name in included)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def uses(modules):
    """Returns the variables that the code of modules reads, by their class, and the classes that it includes."""
    read, included = {}, set()
    for folder, _, names in os.walk(modules):
        for name in names:
            if not name.endswith(('.pp', '.erb', '.epp')):
                continue
            with open(os.path.join(folder, name), encoding='utf-8', errors='replace') as file:
                code = file.read()
            for reference in READ.findall(code):
                in_class, variable = reference.rsplit('::', 1)
                read.setdefault(in_class, set()).add(variable)
            included |= {one or other for one, other in INCLUDED.findall(code)}
    return read, included


def definition(name, text):
    return re.search(rf'^class\s+(?:::)?{name}\b(?!::)', text, re.M)


def is_class(name, text, read, included):
    return name in included or name in read or definition(name, text) is not None


def complete(text, name, variables, is_included):
    """Returns the text of a manifest, with a class that has all the variables."""
    def assign(names):
        return [f"    ${variable} = 'standin{variable.replace('_', '')}'" for variable in names]

    found = definition(name, text)
    if found:
        end = text.index('\n}', found.end())
        body = text[found.end():end]
        lacking = [variable for variable in variables if not re.search(rf'\${variable}\b', body)]
        return text[:end] + ''.join(f'\n{line}' for line in assign(lacking)) + text[end:]
    if is_included or variables:
        return text + '\n'.join([f'\nclass {name} {{', *assign(variables), '}\n'])
    return text


if __name__ == '__main__':
    main()
