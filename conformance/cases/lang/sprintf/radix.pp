notice(sprintf('%x %X %#x %o %#o %b %#b %08b', 255, 255, 255, 8, 8, 5, 5, 5), sprintf('%x %b', -255, -5), sprintf('%+x', -255))
