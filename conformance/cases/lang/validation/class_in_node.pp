# a node holds no class
node default { class a { } }
