function pr($x) { return(7) }
