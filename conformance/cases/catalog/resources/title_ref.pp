# Resources: title ref
notify { Notify['a']: }
