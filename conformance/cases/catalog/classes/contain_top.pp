# Classes: contain top
class c { notify { 'c': } }
contain c
