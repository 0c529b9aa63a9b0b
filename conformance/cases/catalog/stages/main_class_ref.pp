# Stages: main class ref
notify { 'a': require => Class['main'] }
