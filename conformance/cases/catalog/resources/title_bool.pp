# Resources: title bool
notify { true: }
