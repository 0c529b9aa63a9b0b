# Resources: title sensitive
notify { Sensitive('x'): }
