# node word with dot
node a-b.c { }
