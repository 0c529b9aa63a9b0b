# Resources: access meta
notify { 'a': tag => ['x', 'y'] }
notice(Notify['a']['tag'], Notify['a']['noop'])
