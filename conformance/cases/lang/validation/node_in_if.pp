# a node is not conditional
if true { node default { } }
