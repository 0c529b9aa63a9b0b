raise 'while loading'
