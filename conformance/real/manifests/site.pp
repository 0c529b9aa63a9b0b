# Nodes that declare the main classes of Debian's packaged modules, as a site would.

# Every node of ours.
class site (
  String $domain,
  String $region = 'RegionOne',
  String $controller = '192.0.2.10',
  String $rabbit = 'rabbit://guest:guest@localhost:5672/',
) {
  file { '/etc/site':
    ensure => directory,
    mode   => '0755',
  }
  file { '/etc/site/region':
    content => "${region} ${domain}\n",
  }
}

# A file made of parts that Hiera collects from several levels.
class site::concat (
  Hash[String, Struct[{ order => Integer, content => String }]] $fragments,
  Stdlib::Absolutepath $target = '/etc/site/resolv.conf',
) {
  concat { $target:
    owner          => 'root',
    group          => 'root',
    order          => 'numeric',
    ensure_newline => true,
    require        => File['/etc/site'],
  }
  $fragments.each |String $name, Hash $part| {
    concat::fragment { "site-${name}":
      target => $target,
      *      => $part,
    }
  }
}

# A unit and its timer.
define site::job (
  String[1] $command,
  String[1] $on_calendar = 'daily',
  Boolean $enable = true,
) {
  systemd::timer { "${name}.timer":
    timer_content   => "[Timer]\nOnCalendar=${on_calendar}\n[Install]\nWantedBy=timers.target\n",
    service_content => "[Service]\nType=oneshot\nExecStart=${command}\n",
    active          => $enable,
    enable          => $enable,
  }
}

class site::jobs {
  $jobs = {
    'backup' => { command => '/usr/local/bin/backup --all', on_calendar => '*-*-* 02:00' },
    'report' => { command => '/usr/local/bin/report' },
    'old'    => { command => '/bin/true', enable => false },
  }
  $jobs.each |$name, $spec| {
    site::job { $name: * => $spec }
  }
}

class site::systemd_extras {
  include systemd
  systemd::unit_file { 'app@.service':
    content => @("UNIT"),
      [Service]
      ExecStart=/usr/bin/app --region ${site::region} %i
      | UNIT
  }
  systemd::unit_file { 'app@one.service':
    enable => true,
    active => true,
    target => '/etc/systemd/system/app@.service',
  }
  systemd::dropin_file { 'limits.conf':
    unit    => 'app@.service',
    content => Sensitive("[Service]\nLimitNOFILE=65536\n"),
  }
  systemd::tmpfile { 'app.conf':
    content => "d /run/app 0755 app app -\n",
  }
  systemd::network { '10-lan.network':
    content         => "[Match]\nName=${facts['networking']['primary']}\n",
    restart_service => false,
  }
}

class site::settings {
  $defaults = { 'ensure' => present, 'path' => '/etc/site/app.ini' }
  $files = {
    'db'  => { 'host' => $site::controller, 'port' => 3306 },
    'log' => { 'level' => 'info' },
  }
  $files.each |$section, $settings| {
    $settings.each |$name, $value| {
      ini_setting { "app ${section}/${name}":
        section => $section,
        setting => $name,
        value   => $value,
        *       => $defaults,
      }
    }
  }
  ini_subsetting { 'java memory':
    ensure            => present,
    path              => '/etc/default/app',
    section           => '',
    setting           => 'JAVA_ARGS',
    subsetting        => '-Xmx',
    value             => '512m',
    key_val_separator => '=',
  }
}

class site::keystone {
  class { 'keystone':
    enable_proxy_headers_parsing => true,
    fernet_keys                  => {
      '/etc/keystone/fernet-keys/0' => { 'content' => 'c3RhZ2Vk' },
      '/etc/keystone/fernet-keys/1' => { 'content' => 'cHJpbWFyeQ==' },
    },
    default_domain               => 'default',
  }
  include keystone::client
  include keystone::cron::trust_flush
  include keystone::cron::fernet_rotate
  include keystone::cors
  include keystone::healthcheck
  class { 'keystone::cache':
    backend          => 'dogpile.cache.memcached',
    enabled          => true,
    memcache_servers => ["${site::controller}:11211"],
  }
  class { 'keystone::security_compliance':
    lockout_duration         => 1800,
    lockout_failure_attempts => 5,
  }
  keystone::resource::service_identity { 'billing':
    service_type => 'billing',
    password     => 'billingpw',
    public_url   => "https://${facts['networking']['fqdn']}:9999",
    internal_url => "http://${site::controller}:9999",
    admin_url    => "http://${site::controller}:9999",
    region       => $site::region,
    roles        => ['admin', 'service'],
  }
}

class site::glance (Hash[String, Hash] $backends = {}) {
  class { 'glance::api':
    enabled_backends => ['fast:rbd', 'plain:file', 'volume:cinder'],
    default_backend  => 'fast',
    workers          => 4,
  }
  include glance::api::authtoken
  include glance::api::db
  include glance::cron::db_purge
  include glance::cache::cleaner
  include glance::cache::pruner
  include glance::client
  class { 'glance::notify::rabbitmq':
    default_transport_url => $site::rabbit,
    notification_driver   => 'messagingv2',
  }
  class { 'glance::key_manager':
    backend => 'barbican',
  }
  class { 'glance::key_manager::barbican':
    barbican_endpoint => "http://${site::controller}:9311",
    auth_endpoint     => "http://${site::controller}:5000",
  }
  glance::backend::multistore::rbd { 'fast':
    rbd_store_user      => 'glance',
    rbd_store_pool      => 'images',
    rbd_store_ceph_conf => '/etc/ceph/ceph.conf',
  }
  glance::backend::multistore::file { 'plain':
    filesystem_store_datadir => '/var/lib/glance/images',
  }
  glance::backend::multistore::cinder { 'volume':
    cinder_volume_type => 'images',
  }
  create_resources('glance::backend::multistore::http', $backends)
}

class site::cinder::api {
  include cinder
  include cinder::client
  include cinder::cron::db_purge
  include cinder::db
  include cinder::glance
  include cinder::keystone::authtoken
  include cinder::logging
  include cinder::nova
  include cinder::quota
  class { 'cinder::api':
    default_volume_type => 'fast',
    service_workers     => 3,
    public_endpoint     => "https://${facts['networking']['fqdn']}:8776",
  }
  class { 'cinder::scheduler':
    scheduler_driver => 'cinder.scheduler.filter_scheduler.FilterScheduler',
  }
  class { 'cinder::scheduler::filter':
    scheduler_default_filters => ['AvailabilityZoneFilter', 'CapacityFilter', 'CapabilitiesFilter'],
  }
}

class site::cinder::volume {
  include cinder
  include cinder::db
  include cinder::logging
  class { 'cinder::volume':
    volume_clear => 'none',
  }
  cinder::backend::rbd { 'fast':
    rbd_pool           => 'volumes',
    rbd_user           => 'cinder',
    rbd_secret_uuid    => 'b0a3f4e1-6e3a-4c0f-8f3a-5a4a5ad5a5a5',
    manage_volume_type => true,
  }
  cinder::backend::nfs { 'shared':
    nfs_servers   => ['192.0.2.40:/a', '192.0.2.40:/b'],
    nfs_mount_options => 'vers=4',
    extra_options => { 'shared/max_over_subscription_ratio' => { 'value' => '2.5' } },
  }
  cinder::backend::iscsi { 'local':
    target_ip_address => $facts['networking']['ip'],
    volume_group      => 'cinder-volumes',
  }
  cinder::backend::netapp { 'filer':
    netapp_login            => 'admin',
    netapp_password         => 'filerpw',
    netapp_server_hostname  => 'filer.example.net',
    netapp_storage_protocol => 'iscsi',
  }
  class { 'cinder::backends':
    enabled_backends => ['fast', 'shared', 'local', 'filer'],
    backend_host     => 'volumes',
  }
  include cinder::backup
  class { 'cinder::backup::s3':
    backup_s3_endpoint_url     => 'https://s3.example.net',
    backup_s3_store_access_key => 'access',
    backup_s3_store_secret_key => 'secret',
  }
  class { 'cinder::coordination':
    backend_url => "redis://${site::controller}:6379",
  }
}

class site::placement {
  include placement
  include placement::db
  include placement::logging
  include placement::keystone::authtoken
  class { 'placement::api':
    sync_db => true,
  }
}

class site::neutron::server {
  include neutron
  include neutron::client
  include neutron::db
  include neutron::keystone::authtoken
  include neutron::logging
  include neutron::quota
  include neutron::server::notifications
  include neutron::server::notifications::nova
  include neutron::server::placement
  class { 'neutron::server':
    sync_db                          => true,
    l3_ha                            => true,
    api_workers                      => 4,
    allow_automatic_l3agent_failover => true,
  }
  class { 'neutron::plugins::ml2':
    type_drivers         => ['flat', 'vlan', 'vxlan', 'geneve'],
    tenant_network_types => ['vxlan', 'vlan'],
    mechanism_drivers    => ['openvswitch', 'l2population'],
    extension_drivers    => ['port_security', 'qos'],
    network_vlan_ranges  => ['physnet1:1000:2999', 'physnet2'],
    vni_ranges           => ['10:100', '200:300'],
    path_mtu             => 1500,
  }
}

class site::neutron::agents (Array[String] $mappings = ['physnet1:br-ex']) {
  include neutron
  include neutron::logging
  class { 'neutron::agents::ml2::ovs':
    bridge_mappings => $mappings,
    bridge_uplinks  => ['br-ex:eth1'],
    tunnel_types    => ['vxlan'],
    local_ip        => $facts['networking']['ip'],
    l2_population   => true,
    manage_vswitch  => false,
  }
  class { 'neutron::agents::dhcp':
    dnsmasq_dns_servers      => ['192.0.2.53', '192.0.2.54'],
    enable_isolated_metadata => true,
    debug                    => true,
  }
  class { 'neutron::agents::l3':
    ha_enabled           => true,
    ha_vrrp_auth_password => 'vrrp',
    extensions           => ['fip_qos', 'port_forwarding'],
  }
  include neutron::agents::metadata
  include neutron::agents::metering
}

class site::nova::api {
  include nova
  include nova::cache
  include nova::cell_v2::simple_setup
  include nova::cinder
  include nova::conductor
  include nova::cron::archive_deleted_rows
  include nova::cron::purge_shadow_tables
  include nova::db
  include nova::glance
  include nova::keystone
  include nova::keystone::authtoken
  include nova::keystone::service_user
  include nova::logging
  include nova::metadata
  include nova::network::neutron
  include nova::placement
  class { 'nova::api':
    enabled_apis           => ['osapi_compute', 'metadata'],
    osapi_compute_workers  => 6,
    enable_proxy_headers_parsing => true,
  }
  class { 'nova::quota':
    instances => 20,
    cores     => 40,
    ram       => 102400,
  }
  class { 'nova::scheduler':
    workers                            => 3,
    discover_hosts_in_cells_interval   => 300,
  }
  class { 'nova::scheduler::filter':
    scheduler_enabled_filters => ['ComputeFilter', 'ImagePropertiesFilter', 'PciPassthroughFilter'],
    isolated_hosts            => ['compute9'],
  }
  class { 'nova::vncproxy':
    host => $facts['networking']['ip'],
  }
}

class site::nova::compute {
  class { 'nova':
    my_ip                => $facts['networking']['ip'],
    cpu_allocation_ratio => 4.0,
    notification_driver  => 'messagingv2',
  }
  include nova::cinder
  include nova::glance
  include nova::keystone::service_user
  include nova::logging
  include nova::network::neutron
  include nova::placement
  class { 'nova::compute':
    vncserver_proxyclient_address => $facts['networking']['ip'],
    vncproxy_host                 => $site::controller,
    instance_usage_audit          => true,
    reserved_host_memory          => 2048,
    cpu_shared_set                => ['0-3', '^2'],
    neutron_physnets_numa_nodes_mapping => { 'physnet1' => [0, 1] },
    neutron_tunnel_numa_nodes     => [0],
  }
  class { 'nova::compute::libvirt':
    virt_type        => if $facts['is_virtual'] { 'qemu' } else { 'kvm' },
    cpu_mode         => 'custom',
    cpu_models       => ['Haswell-noTSX', 'Broadwell'],
    disk_cachemodes  => ['file=directsync', 'block=none'],
    vncserver_listen => '0.0.0.0',
  }
  class { 'nova::migration::libvirt':
    transport         => 'ssh',
    client_user       => 'nova',
    configure_libvirt => false,
  }
}

node 'base.example.com', /^base\d+\.example\.com$/ {
  include site
  include ntp
  include apt
  include site::concat
  include site::jobs
  include site::systemd_extras
  include site::settings
  apt::source { 'late':
    location => 'https://late.example.net/apt',
    repos    => 'main',
    release  => 'stable',
    keyring  => '/usr/share/keyrings/late.gpg',
  }
  apt::pin { 'release a=unstable': priority => -10, release => 'unstable' }
  apt::mark { 'linux-image-amd64': setting => 'hold' }
  apt::conf { 'proxy': content => 'Acquire::http::Proxy "http://proxy.example.net:3128";' }
  Class['apt::update'] -> Package <| tag == 'from-site' |>
  ensure_packages(['vim', 'htop'], { 'ensure' => 'installed', 'tag' => 'from-site' })
  ensure_resource('user', 'deploy', { 'ensure' => 'present', 'shell' => '/bin/bash' })
}

node /^red\d*\.example\.com$/ {
  include site
  include ntp
  include site::concat
  include site::settings
  include systemd
}

node /^keystone\d*\.example\.com$/ {
  include site
  include site::keystone
}

node /^glance\d*\.example\.com$/ {
  include site
  class { 'site::glance': backends => { 'web' => {} } }
}

node /^cinder\d*\.example\.com$/ {
  include site
  include site::cinder::api
}

node /^volume\d*\.example\.com$/ {
  include site
  include site::cinder::volume
}

node /^placement\d*\.example\.com$/ {
  include site
  include site::placement
  include placement::client
  include placement::cors
}

node /^neutron\d*\.example\.com$/ {
  include site
  include site::neutron::server
}

node /^network\d+\.example\.com$/ {
  include site
  include site::neutron::agents
}

node /^nova\d*\.example\.com$/ {
  include site
  include site::nova::api
}

node /^compute\d+\./ {
  include site
  include site::nova::compute
}

# What needs ERB templates, too.
node /^erb\d*\.example\.com$/ {
  include site
  include site::keystone
  include keystone::bootstrap
  systemd::service_limits { 'app.service':
    limits          => { 'LimitNOFILE' => 65536, 'LimitCORE' => 'infinity' },
    restart_service => false,
  }
}

# Everything on one machine.
node /^cloud\d*\.example\.com$/ {
  include site
  include ntp
  include apt
  include site::keystone
  include keystone::ldap
  include site::glance
  include site::cinder::api
  include site::cinder::volume
  include site::placement
  include site::neutron::server
  include site::neutron::agents
  include site::nova::api
  include glance::keystone::auth
  include cinder::keystone::auth
  include placement::keystone::auth
  include neutron::keystone::auth
  include nova::keystone::auth
}
