# The monitoring agent and this node's checks.
class profile::monitoring (
  Sensitive[String[16]] $token,
) {
  class { 'monitoring':
    token  => $token,
    labels => {
      'datacenter' => $datacenter,
      'role'       => $trusted.dig('extensions', 'pp_role').lest || { 'none' },
    },
  }
}
