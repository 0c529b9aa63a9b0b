# string in list interpolated
$x = [1 "a${1}b"]
