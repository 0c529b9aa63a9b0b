# inherits after
class a inherits b ($x) { }
