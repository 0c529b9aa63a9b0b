# node without name
node { }
