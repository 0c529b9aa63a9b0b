# spec: 004 "+ (merging)": the right value wins, at the top only
notice({a => 10, b => 20} + {b => 30}, {a => 10, b => 20} + {c => 30}, {a => 10, b => 20} + ['c', 30], {a => {x => 1}} + {a => {y => 2}})
notice({a => 1} + [['c', 30], ['d', 4]], {a => 1} + [])
