nil.t_nil_meth
