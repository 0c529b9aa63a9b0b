# Defaults: stage default
Stage { before => Stage['main'] }
stage { 'x': }
