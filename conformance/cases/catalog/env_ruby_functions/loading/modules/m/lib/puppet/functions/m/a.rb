# Puppet::Functions.create_function
x = 1
