# what does not match is shown by its type
assert_type(Array[Integer[0, 9]], [1, Integer('9223372036854775808')])
