# spec: 004 "+ (merging)": no array of one
notice({a => 10, b => 20} + [30])
