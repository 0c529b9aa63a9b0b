# spec: 004 "+ (merging)": no number
notice({a => 10, b => 20} + 30)
