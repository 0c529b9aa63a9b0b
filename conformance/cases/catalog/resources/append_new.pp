# Resources: append new
notify { 'a': message +> 'x' }
