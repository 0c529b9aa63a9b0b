# class class
class class { }
