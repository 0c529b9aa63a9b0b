# Stages: settings ref
notify { 'a': require => Class['settings'] }
