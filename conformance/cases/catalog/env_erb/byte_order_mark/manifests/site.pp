node a { notice(file('m/f.txt')) notice(file('m/f.txt').length) }
node b { notice(template('m/t.erb').length) }
node c { notice(epp('m/t.epp').length) }
node d { notice(file('m/e.txt').length) }
node e { notice(file('m/u.txt').length) }
node f { notice(lat1()) }
node h { notice(bom3()) }
node i { notice(m::bom4()) }
node j { notice(m::lat4()) }
node k { notice(binary_file('m/f.txt').length) }
node l { notice(inline_template("\uFEFFx").length) }
node m { notice(template('m/t.erb', 'm/t.erb').length) }
