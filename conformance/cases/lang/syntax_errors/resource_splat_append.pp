# resource splat append
file { 'a': * +> {} }
