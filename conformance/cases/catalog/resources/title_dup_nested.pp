# Resources: title dup nested
notify { ['a', ['b', 'a']]: }
