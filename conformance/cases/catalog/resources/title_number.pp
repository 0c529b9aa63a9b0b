# Resources: title number
notify { 1: }
