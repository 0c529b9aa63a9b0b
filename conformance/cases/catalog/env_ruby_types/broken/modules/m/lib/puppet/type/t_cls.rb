raise Class.new(StandardError), 'anon'
