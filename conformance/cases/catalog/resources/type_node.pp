# Resources: type node
node { 'a': }
