# class keyword name
class if { }
