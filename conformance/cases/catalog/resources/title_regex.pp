# Resources: title regex
notify { /a/: }
