notice("sub")
