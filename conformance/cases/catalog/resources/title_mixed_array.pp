# Resources: title mixed array
notify { ['a', 1]: }
