# Stages: override main
Stage['main'] { before => Stage['x'] }
stage { 'x': }
