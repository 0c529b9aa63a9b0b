# exported hash
@@foo { a => 1 }
