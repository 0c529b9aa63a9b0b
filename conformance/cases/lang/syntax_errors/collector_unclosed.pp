# collector unclosed
File <| a == 1
