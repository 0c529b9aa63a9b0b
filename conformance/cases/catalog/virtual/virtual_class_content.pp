# Virtual: virtual class content
class c { @notify { 'a': } realize(Notify['a']) }
include c
