notice('before')
include m
