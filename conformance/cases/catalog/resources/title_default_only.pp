# Resources: title default only
notify { default: message => 'x' }
