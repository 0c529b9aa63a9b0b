# spec: 000 "variables": an unknown variable is an error
notice($nope)
