class x { require y require y require z notice(1) }
class y {} class z {}
include x
