class a inherits nowhere { }
include a
