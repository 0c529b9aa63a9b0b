# Resources: title empty array
notify { []: }
