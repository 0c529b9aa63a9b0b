# Resources: title empty string
notify { '': }
