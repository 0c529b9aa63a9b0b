# spec: 004 "+ (merging)": an odd array is an error
notice({a => 10, b => 20} + [30])
