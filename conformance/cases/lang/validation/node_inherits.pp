# nodes do not inherit
node a inherits b { }
node default { }
