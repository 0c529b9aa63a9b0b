# Resources: type expression r
Nope::Nope <<| |>>
