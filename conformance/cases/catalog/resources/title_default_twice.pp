# Resources: title default twice
notify { default: message => 'x'; default: message => 'y'; 'a': }
