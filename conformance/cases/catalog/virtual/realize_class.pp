# Virtual: realize class
class c { }
realize(Class['c'])
