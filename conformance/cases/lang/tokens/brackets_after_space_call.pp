# a call without parentheses takes an array behind white space
$a = [10, 20, 30]
notice $a [1]
