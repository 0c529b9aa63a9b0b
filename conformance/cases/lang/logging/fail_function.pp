fail('one', 2, ['three'], undef)
