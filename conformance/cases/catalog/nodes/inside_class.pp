class foo { node default { } }
