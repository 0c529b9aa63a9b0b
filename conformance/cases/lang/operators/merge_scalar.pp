# spec: 004 "+ (merging)": a scalar is an error
notice({a => 10, b => 20} + 30)
