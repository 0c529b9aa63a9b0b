# Accounts, as Hiera collects them from all levels.
class users (
  Hash[String[1], Hash] $accounts = {},
  Users::Path $home_root = '/home',
) {
  $accounts.each |$name, $account| {
    users::account { $name:
      * => { 'home' => "${home_root}/${name}" } + $account,
    }
  }

  # the administrators whose accounts are present
  $admins = $accounts.filter |$name, $account| {
    'adm' in $account.get('groups', []) and $account['ensure'] != 'absent'
  }
  group { 'site-admins':
    ensure  => present,
    gid     => 2000,
    members => $admins.keys.sort,
  }
}
