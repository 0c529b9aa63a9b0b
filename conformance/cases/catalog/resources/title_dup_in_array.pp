# Resources: title dup in array
notify { ['a', 'a']: }
