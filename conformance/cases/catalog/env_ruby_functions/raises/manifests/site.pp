notice('before')
m::boom($how)
