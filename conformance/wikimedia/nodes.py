#!/usr/bin/env python3
"""Writes a list of nodes of wikimedia/operations-puppet, their facts and their trusted data.

    nodes.py SITE.PP FOLDER

Takes up to two nodes of each role from the node definitions of SITE.PP, in different data centres, and turns the
regular expression of a definition into the first host name that it matches. Writes FOLDER/nodes.tsv (name, role,
Debian release), FOLDER/facts/NAME.json and FOLDER/trusted.json.

All facts are made up, but they are always the same for a node: addresses and sizes come from the MD5 of its name. The
stand-ins for DNS (overlay/modules/netdb) return the same addresses, so both must be changed together.
"""
import argparse
import hashlib
import ipaddress
import json
import os
import re
import re._parser as regexp_parser

NODES_PER_ROLE = 2

# The data centres by the first digit of a host's number, and their networks.
SITES = ['', 'eqiad', 'codfw', 'esams', 'ulsfo', 'eqsin', 'drmrs', 'magru']
PUBLIC = {'eqiad': '208.80.154', 'codfw': '208.80.153', 'esams': '185.15.59', 'ulsfo': '198.35.26',
          'eqsin': '103.102.166', 'drmrs': '185.15.58', 'magru': '195.200.68'}
PRIVATE = {'eqiad': '10.64', 'codfw': '10.192', 'esams': '10.80', 'ulsfo': '10.128', 'eqsin': '10.132',
           'drmrs': '10.136', 'magru': '10.140'}
V6 = {'eqiad': '861:101', 'codfw': '860:101', 'esams': '862:101', 'ulsfo': '863:101', 'eqsin': 'ed1a:101',
      'drmrs': '864:101', 'magru': '865:101'}
SITE_NAMES = '|'.join(SITES[1:])

# First parts of the names of hosts that are machines. All others are virtual.
MACHINES = re.compile(
    r'^(cp|db|es|lvs|ganeti|cloud(?!web)|kube|wikikube|mw|parse|kafka-(jumbo|main|logging)|backup|dbprov|'
    r'an-(worker|master|presto|coord)|analytics|elastic|ms-|thanos|cephosd|swift|mc|restbase|aqs|sessionstore|pc|'
    r'wdqs|wcqs|snapshot|dumpsdata|druid|stat|ml-serve|moss|logging-hd|clouddumps|labstore|prometheus|'
    r'dse-k8s-worker|maps|sretest|moscovium|relforge|titan|apus|phab|gerrit|gitlab)')
HADOOP_WORKERS = re.compile(r'an-(test-)?worker|analytics')

RELEASES = {'10': ('10.13', 'buster', '4.19.0-27-amd64'), '11': ('11.11', 'bullseye', '5.10.0-32-amd64'),
            '12': ('12.7', 'bookworm', '6.1.0-26-amd64')}
# Roles that refuse one of the two newer releases.
ONLY_11 = re.compile(r'mediawiki|dumps::generation|parsoid|deployment_server|statistics|snapshot|webperf|mwlog|^doc$|'
                     r'ci$')
ONLY_12 = re.compile(r'^(apt_repo|gerrit|cache::|wikidough|dnsbox|durum|eventschemas|wmcs::openstack)')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('site')
    parser.add_argument('folder')
    options = parser.parse_args()
    with open(options.site, encoding='utf-8') as file:
        nodes = sorted(set(choose(file.read())))
    os.makedirs(os.path.join(options.folder, 'facts'), exist_ok=True)
    with open(os.path.join(options.folder, 'nodes.tsv'), 'w', encoding='utf-8') as table:
        for name, role in nodes:
            major = release(name, role)
            table.write(f'{name}\t{role}\t{major}\n')
            write_json(os.path.join(options.folder, 'facts', f'{name}.json'), facts(name, major))
    write_json(os.path.join(options.folder, 'trusted.json'), {name: trusted(name) for name, _ in nodes})
    print(f'{options.folder}: {len(nodes)} nodes')


def write_json(path, data):
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(data, file, indent=1, sort_keys=True)
        file.write('\n')


def choose(site):
    """Yields the chosen nodes of a site manifest, each a name and its role."""
    site = re.sub(r'^\s*#.*$', '', site, flags=re.M)
    seen = []
    for definition in re.finditer(r'^node\s+/(.+?)/\s*\{(.*?)^\}', site, re.S | re.M):
        pattern, body = definition.groups()
        role = re.search(r'role\(([^)]*)\)', body)
        if not role:
            continue
        role = role.group(1).strip("'\" :")
        for variant in variants(pattern):
            name = host_name(variant)
            if name is None or not re.search(pattern, name):
                continue
            key = (role, site_of(name))
            if key in seen or sum(1 for other, _ in seen if other == role) >= NODES_PER_ROLE:
                continue
            seen.append(key)
            yield name, role


def variants(pattern):
    """Yields the pattern of a node definition for one data centre, and for a second one if the pattern names two."""
    yield pattern.replace('(codfw|eqiad)', '(eqiad)')
    if '[12]' in pattern:
        second = pattern.replace('[12]', '[2]')
        yield second.replace('(eqiad|codfw)', '(codfw)').replace('(codfw|eqiad)', '(codfw)')


def host_name(pattern):
    """Returns a full name that a pattern matches. Returns None unless the pattern ends before the top-level domain."""
    if '|' in pattern and '(' not in pattern:
        pattern = pattern.split('|')[-1]
    stem = first_match(regexp_parser.parse(pattern))
    if re.search(rf'\.({SITE_NAMES})\.$', stem):
        return f'{stem}wmnet'
    if stem.endswith('.wikimedia.'):
        return f'{stem}org'
    return f'{stem}{site_of(stem + "x")}.wmnet' if stem.endswith('.') else None


def first_match(tokens):
    """Returns a string that a parsed pattern matches: the first alternatives, the first character of each set."""
    text = ''
    for operation, argument in tokens:
        operation = str(operation)
        if operation == 'LITERAL':
            text += chr(argument)
        elif operation == 'ANY':
            text += 'x'
        elif operation == 'IN':
            text += first_of_set(*argument[0])
        elif operation == 'SUBPATTERN':
            text += first_match(argument[3])
        elif operation == 'BRANCH':
            text += first_match(argument[1][0])
        elif operation in ('MAX_REPEAT', 'MIN_REPEAT'):
            least, most, repeated = argument
            text += first_match(repeated) * max(least, 1 if most else 0)
        elif operation != 'AT':
            raise ValueError(f'no host name for a pattern with {operation}')
    return text


def first_of_set(kind, value):
    """Returns a character of a set. Hosts count from 1, so for a range with the digit 1, returns 1."""
    if str(kind) == 'LITERAL':
        return chr(value)
    return chr(value[0]) if str(kind) == 'RANGE' and not value[0] <= ord('1') <= value[1] else '1'


def site_of(name):
    """Returns the data centre of a host, by its domain or its number."""
    named = re.search(rf'\.({SITE_NAMES})\.', name)
    if named:
        return named.group(1)
    numbered = re.search(r'([1-7])[0-9]{3}(-dev)?$', name.split('.')[0])
    return SITES[int(numbered.group(1))] if numbered else 'eqiad'


def digest(name):
    return hashlib.md5(name.encode()).hexdigest()


def address4(name):
    first, second = int(digest(name)[0:2], 16), int(digest(name)[2:4], 16)
    site, last = site_of(name), second % 250 + 4
    if name.endswith('.org'):
        return f'{PUBLIC[site]}.{last}'
    return f'{PRIVATE[site]}.{first % 4 * 16 if site in ("eqiad", "codfw") else 0}.{last}'


def address6(name):
    return f'2620:0:{V6[site_of(name)]}:10:64:0:{int(digest(name)[0:4], 16) % 60000 + 4096:x}'


def release(name, role):
    """Returns the major release of Debian of a node: the one that the role requires, otherwise by the name."""
    if ONLY_11.search(role):
        return '11'
    if ONLY_12.search(role):
        return '12'
    return '12' if int(digest(name), 16) % 5 < 3 else '11'


def trusted(name):
    host, domain = name.split('.', 1)
    return {'authenticated': 'remote', 'certname': name, 'extensions': {}, 'external': {}, 'hostname': host,
            'domain': domain}


def facts(name, major):
    number = int(digest(name), 16)
    is_machine = bool(MACHINES.match(name))
    if is_machine:
        interface = 'eno1' if number % 3 else 'eno12399np0'
    else:
        interface = 'ens13' if number % 2 else 'ens5'
    return {
        **software(name, major),
        **network(name, interface, number),
        **neighbours(name, interface, is_machine),
        **processors_and_memory(number, interface, is_machine),
        **storage(name, number, is_machine),
        **machine(name, number, is_machine),
    }


def software(name, major):
    host, domain = name.split('.', 1)
    full, codename, kernel = RELEASES[major]
    kernel_version = kernel.split('-', maxsplit=1)[0]
    described = f'Debian GNU/Linux {major} ({codename})'
    releases = {'full': full, 'major': major, 'minor': full.split('.')[1]}
    ssl = '/var/lib/puppet/ssl'
    return {
        'aio_agent_version': '8.10.0', 'clientcert': name, 'clientversion': '8.10.0', 'clientnoop': False,
        'architecture': 'amd64', 'hardwareisa': 'unknown', 'hardwaremodel': 'x86_64',
        'augeas': {'version': '1.14.0'}, 'augeasversion': '1.14.0',
        'facterversion': '4.3.0', 'puppetversion': '8.10.0', 'rubyversion': '3.1.2',
        'ruby': {'platform': 'x86_64-linux-gnu', 'sitedir': '/usr/local/lib/site_ruby/3.1.0', 'version': '3.1.2'},
        'rubyplatform': 'x86_64-linux-gnu', 'rubysitedir': '/usr/local/lib/site_ruby/3.1.0',
        'python3': '3.11.2' if major == '12' else '3.9.2',
        'fqdn': name, 'hostname': host, 'domain': domain,
        'fips_enabled': False, 'timezone': 'UTC', 'id': 'root', 'gid': 'root', 'root_home': '/root',
        'identity': {'gid': 0, 'group': 'root', 'privileged': True, 'uid': 0, 'user': 'root'},
        'path': '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        'kernel': 'Linux', 'kernelmajversion': kernel_version.rsplit('.', 1)[0], 'kernelrelease': kernel,
        'kernelversion': kernel_version,
        'kernel_details': {
            'release': kernel, 'version': '#1 SMP PREEMPT_DYNAMIC Debian',
            'sysctl_settings': {'net.ipv4.tcp_min_snd_mss': 48, 'kernel.unprivileged_userns_clone': True}},
        'lsbdistcodename': codename, 'lsbdistdescription': described, 'lsbdistid': 'Debian', 'lsbdistrelease': full,
        'lsbmajdistrelease': major, 'lsbminordistrelease': releases['minor'],
        'operatingsystem': 'Debian', 'operatingsystemmajrelease': major, 'operatingsystemrelease': full,
        'osfamily': 'Debian', 'selinux': False,
        'os': {
            'architecture': 'amd64', 'family': 'Debian', 'hardware': 'x86_64', 'name': 'Debian',
            'distro': {'codename': codename, 'description': described, 'id': 'Debian', 'release': releases},
            'release': releases, 'selinux': {'enabled': False}},
        'puppet_config': {
            'localcacert': f'{ssl}/certs/ca.pem', 'ssldir': ssl, 'hostpubkey': f'{ssl}/public_keys/{name}.pem',
            'hostprivkey': f'{ssl}/private_keys/{name}.pem', 'hostcert': f'{ssl}/certs/{name}.pem',
            'master': {'localcacert': f'{ssl}/certs/ca.pem', 'ssldir': '/var/lib/puppet/server/ssl'},
            'agent': {'server': 'puppet'}},
        'puppet_config_dir': '/etc/puppet', 'puppet_environmentpath': '/etc/puppet/environments',
        'puppet_vardir': '/var/lib/puppet', 'is_pe': False,
        'service_provider': 'systemd', 'package_provider': 'apt',
        'load_averages': {'15m': 0.5, '1m': 0.5, '5m': 0.5},
        'system_uptime': {'days': 40, 'hours': 960, 'seconds': 3456000, 'uptime': '40 days'},
        'uptime': '40 days', 'uptime_days': 40, 'uptime_hours': 960, 'uptime_seconds': 3456000,
        'wmflib': {'is_container': False, 'container_build': False},
    }


def network(name, interface, number):
    host, domain = name.split('.', 1)
    ip, ip6 = address4(name), address6(name)
    net = ipaddress.ip_interface(f'{ip}/{26 if name.endswith(".org") else 22}').network
    netmask, network4 = str(net.netmask), str(net.network_address)
    netmask6, network6 = 'ffff:ffff:ffff:ffff::', str(ipaddress.ip_interface(f'{ip6}/64').network.network_address)
    mac = f'aa:00:00:{number >> 16 & 255:02x}:{number >> 8 & 255:02x}:{number & 255:02x}'
    primary = {
        'ip': ip, 'ip6': ip6, 'mac': mac, 'mtu': 1500, 'netmask': netmask, 'netmask6': netmask6, 'network': network4,
        'network6': network6, 'scope6': 'global'}
    interfaces = {
        interface: {
            **primary, 'speed': 10000, 'duplex': 'full', 'operational_state': 'up', 'physical': True,
            'bindings': [{'address': ip, 'netmask': netmask, 'network': network4}],
            'bindings6': [{'address': ip6, 'netmask': netmask6, 'network': network6, 'scope6': 'global', 'flags': []}]},
        'lo': {
            'bindings': [{'address': '127.0.0.1', 'netmask': '255.0.0.0', 'network': '127.0.0.0'}],
            'ip': '127.0.0.1', 'ip6': '::1', 'mtu': 65536, 'netmask': '255.0.0.0', 'network': '127.0.0.0',
            'operational_state': 'unknown', 'physical': False}}
    return {
        'networking': {'domain': domain, 'fqdn': name, 'hostname': host, 'interfaces': interfaces,
                       'primary': interface, **primary},
        'interfaces': f'{interface},lo', 'interface_primary': interface,
        'ipaddress': ip, 'ipaddress6': ip6, 'macaddress': mac, 'netmask': netmask, 'network': network4,
        f'ipaddress_{interface}': ip, f'ipaddress6_{interface}': ip6, f'macaddress_{interface}': mac,
        f'mtu_{interface}': 1500, f'netmask_{interface}': netmask, f'network_{interface}': network4,
        'ipaddress_lo': '127.0.0.1', 'ipaddress6_lo': '::1', 'mtu_lo': 65536, 'netmask_lo': '255.0.0.0',
        'network_lo': '127.0.0.0',
        'default_routes': {'ipv4': str(next(net.hosts())), 'ipv6': 'fe80::1'},
    }


def neighbours(name, interface, is_machine):
    host, site = name.split('.')[0], site_of(name)
    switch = f'asw2-a-{site}'
    return {
        'lldp': {
            'parent': switch if is_machine else f'ganeti{SITES.index(site)}020',
            interface: {
                'neighbors': [switch], 'neighbor': switch, 'router': True, 'port': 'ge-1/0/1', 'descr': host,
                'mtu': 9192, 'vlans': {'untagged_vlan': 1017, 'mode': 'access'}}},
        'net_driver': {
            interface: {'driver': 'bnxt_en' if is_machine else 'virtio_net', 'duplex': 'full',
                        'firmware_version': '223.1.96.0', 'speed': 10000},
            'lo': {'driver': ''}},
    }


def processors_and_memory(number, interface, is_machine):
    if is_machine:
        cpus, gib = (96, 64, 48, 32)[number % 4], (251.5, 503.6, 125.6)[number % 3]
        cores, physical_cores, model = cpus // 4, cpus // 2, 'Intel(R) Xeon(R) Gold 5320 CPU @ 2.20GHz'
    else:
        cpus, gib = (8, 4, 2)[number % 3], (15.6, 7.8)[number % 2]
        cores, physical_cores, model = cpus, cpus, 'QEMU Virtual CPU version 2.5+'
    sockets = 2 if is_machine else 1
    total_bytes = int(gib * 2**30)
    flags = ['fpu', 'vme', 'aes', 'avx2']
    return {
        'processors': {'cores': cores, 'count': cpus, 'isa': 'unknown', 'models': [model] * cpus,
                       'physicalcount': sockets, 'speed': '2.20 GHz', 'threads': sockets},
        'processorcount': cpus, 'physicalprocessorcount': sockets, 'physicalcorecount': physical_cores,
        'processor0': model, 'cpu_flags': flags, 'cpu_model': model,
        'cpu_details': {'flags': flags, 'scaling': {'governor': 'powersave', 'driver': 'intel_pstate'},
                        'model': model},
        'memory': {'system': {
            'total': f'{gib:.2f} GiB', 'total_bytes': total_bytes,
            'used': f'{gib / 4:.2f} GiB', 'used_bytes': total_bytes // 4,
            'available': f'{gib * 3 / 4:.2f} GiB', 'available_bytes': total_bytes * 3 // 4, 'capacity': '25.00%'}},
        'memorysize': f'{gib:.2f} GiB', 'memorysize_mb': round(gib * 1024, 2),
        'memoryfree': f'{gib * 3 / 4:.2f} GiB', 'memoryfree_mb': round(gib * 768, 2),
        'numa': {
            'nodes': [0, 1], 'device_to_node': {interface: [0], 'lo': [0, 1]},
            'device_to_htset': {interface: [[cpu, cpu + cpus // 2] for cpu in range(cpus // 4)],
                                'lo': [[cpu, cpu + cpus // 2] for cpu in range(cpus // 2)]}},
    }


def storage(name, number, is_machine):
    disks = ['sda', 'sdb', 'sdc', 'sdd'] if is_machine else ['vda']
    size_bytes = 1920383410176 if is_machine else 107374182400
    serial = f'{number & 0xffffffff:08x}'
    partitions = {
        f'/dev/{disks[0]}{index}': {
            'filesystem': 'ext4', 'size': '80.00 GiB', 'size_bytes': 85899345920, 'mount': mount,
            'uuid': f'{serial}-000{index}-4000-8000-00000000000{index}'}
        for index, mount in ((1, '/'), (2, '/srv'))}
    if HADOOP_WORKERS.match(name):
        for index in range(1, 13):
            letter = chr(ord('a') + index)
            partitions[f'/dev/sd{letter}1'] = {
                'filesystem': 'ext4', 'size': '3.64 TiB', 'size_bytes': 4000785105408,
                'mount': f'/var/lib/hadoop/data/{letter}', 'label': f'hadoop-{letter}',
                'uuid': f'{serial}-00{index:02}-4000-9000-000000000000'}
    slot = 'pci-0000:3b:00.0-scsi-0:0'
    return {
        'disks': {disk: {'model': 'MZ7L31T9HBLT', 'size': f'{size_bytes / 2**30:.2f} GiB', 'size_bytes': size_bytes,
                         'type': 'ssd', 'vendor': 'ATA'} for disk in disks},
        'disk_type': {disk: 'ssd' for disk in disks}, 'blockdevices': ','.join(disks),
        **{f'blockdevice_{disk}_size': size_bytes for disk in disks},
        'block_devices': [{'dev': disk, 'type': 'disk', 'size': size_bytes, 'uuid': None, 'mountpoint': None,
                           'fstype': None} for disk in disks],
        'partitions': partitions,
        'mountpoints': {'/': mountpoint(f'/dev/{disks[0]}1', 80), '/srv': mountpoint(f'/dev/{disks[0]}2', 800)},
        'filesystems': 'ext2,ext3,ext4', 'lvm_support': False,
        'swift_disks': {
            'accounts': [f'{slot}:{disk}:0-part4' for disk in (24, 25)],
            'container': [f'{slot}:{disk}:0-part5' for disk in (24, 25)],
            'objects': [f'{slot}:{disk}:0' for disk in range(24)]},
    }


def mountpoint(device, size_gib):
    """Returns the entry of the fact `mountpoints` for a file system of which an eighth is used."""
    used_gib = size_gib // 8
    return {
        'available': f'{size_gib - used_gib}.00 GiB', 'available_bytes': (size_gib - used_gib) * 2**30,
        'capacity': '12.50%', 'device': device, 'filesystem': 'ext4', 'options': ['rw', 'relatime'],
        'size': f'{size_gib}.00 GiB', 'size_bytes': size_gib * 2**30,
        'used': f'{used_gib}.00 GiB', 'used_bytes': used_gib * 2**30}


def machine(name, number, is_machine):
    """Returns the facts about the hardware, or about the hypervisor of a virtual machine."""
    manufacturer = 'Dell Inc.' if is_machine else 'QEMU'
    product = 'PowerEdge R450' if is_machine else 'Standard PC (i440FX + PIIX, 1996)'
    keys = (('rsa', 'ssh-rsa'), ('ecdsa', 'ecdsa-sha2-nistp256'), ('ed25519', 'ssh-ed25519'))
    site = site_of(name)
    if is_machine:
        own = {'ipmi_lan': {'ipaddress': f'10.65.{number % 8}.{number % 200 + 10}'},
               'ipmi_chassis': {'boot': {'device': 'none'}}, 'firmware': '5.10.50.00', 'firmware_idrac': '5.10.50.00'}
    else:
        own = {'ganeti_cluster': f'ganeti01.svc.{site}.wmnet',
               'ganeti_master': f'ganeti{SITES.index(site)}020.{site}.wmnet'}
    return {
        **own,
        'is_virtual': not is_machine, 'virtual': 'physical' if is_machine else 'kvm', 'hypervisors': {},
        'manufacturer': manufacturer, 'productname': product,
        'dmi': {'manufacturer': manufacturer, 'product': {'name': product}},
        'raid_mgmt_tools': ['perccli', 'md'] if is_machine else ['md'],
        'has_ipmi': is_machine, 'ipmitool_mc_info': {},
        'ssh': {
            kind: {'fingerprints': {'sha1': f'SSHFP {index} 1 {number:032x}00000000',
                                    'sha256': f'SSHFP {index} 2 {number:032x}{number:032x}'},
                   'key': f'AAAA{kind}{number:032x}', 'type': long_kind}
            for index, (kind, long_kind) in enumerate(keys, 1)},
        'uniqueid': f'{number & 0xffffffff:08x}',
    }


if __name__ == '__main__':
    main()
