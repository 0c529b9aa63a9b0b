# Resources: title default string
notify { 'default': }
