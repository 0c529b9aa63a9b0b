# Stages: require main
notify { 'a': require => Stage['main'] }
