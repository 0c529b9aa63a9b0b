# Resources: abstract2
resources { 'user': purge => true } schedule { 'x': } stage { 's': } filebucket { 'm': } tidy { '/t': }
