# Resources: type expression q
nope::nope <<| |>>
