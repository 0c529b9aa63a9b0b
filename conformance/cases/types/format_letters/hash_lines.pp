# spec: 000 "Hash & Struct to String": # has each entry on a line
notice(String({a => 1, b => {c => [1, [2]], d => {}}}, '%#h'), String({a => 1}, '%#h'), String({}, '%#h'), String({a => {b => 1}}, '%#<h'), String([{a => 1}], '%#a'), String({a => [1, 2]}, '%#a'))
