File { '/a': }
