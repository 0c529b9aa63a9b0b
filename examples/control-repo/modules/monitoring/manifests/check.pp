# A check, as the agent reads it.
define monitoring::check (
  String[1] $command,
  Monitoring::Interval $interval = '5m',
  Hash $arguments = {},
) {
  $options = $arguments.reduce('') |$text, $pair| {
    [$option, $value] = $pair
    "${text} --${option}=${value}"
  }
  file { "/etc/monitoring/${name}.check":
    content => "command = ${command}${options}\ninterval = ${monitoring::seconds($interval)}\n",
    tag     => ['check', $command],
  }
}
