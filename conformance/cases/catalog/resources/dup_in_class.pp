# Resources: dup in class
class c { notify { 'a': } }
notify { 'a': }
include c
