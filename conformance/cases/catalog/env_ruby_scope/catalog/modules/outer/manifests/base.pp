class outer::base($bp = 'bpv') { $basevar = 'bv' $shared='base' }
