# Defaults: unknown attr
File { nope => '0600' }
