# Stages: dup main
stage { 'main': }
