notice(md5('a'), sha1(''), sha256('ü'), digest('a'))
