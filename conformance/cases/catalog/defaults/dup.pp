# Defaults: dup
File { mode => '0600', mode => '0700' }
