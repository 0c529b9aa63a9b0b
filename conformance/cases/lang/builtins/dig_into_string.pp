notice({ a => 'text' }.dig('a', 'b'))
