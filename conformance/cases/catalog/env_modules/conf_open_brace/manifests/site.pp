# spec: 003, environments
notice($settings::modulepath)
include m
