# Resources: default body splat
notify { default: * => { message => 'd', withpath => true }; 'a': * => { message => 'q' } ; 'b': }
