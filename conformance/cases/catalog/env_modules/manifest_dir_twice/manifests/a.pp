class x { }
 include x