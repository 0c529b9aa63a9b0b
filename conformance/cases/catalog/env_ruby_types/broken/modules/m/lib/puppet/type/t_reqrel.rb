require_relative '../nope'
