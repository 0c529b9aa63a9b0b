require 'puppet_x/nope'
