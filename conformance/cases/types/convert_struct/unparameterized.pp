# spec: 000 "Struct Type": what is made for a Struct without parameters has no keys
notice({x => 1} =~ Struct)
notice(Struct.new({x => 1}))
