# Resources: title undef in array
notify { ['a', undef]: }
