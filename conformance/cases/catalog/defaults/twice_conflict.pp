# Defaults: twice conflict
File { mode => '0600' }
File { mode => '0700' }
