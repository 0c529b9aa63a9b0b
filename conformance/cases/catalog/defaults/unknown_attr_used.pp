# Defaults: unknown attr used
File { nope => '0600' }
file { '/a': }
