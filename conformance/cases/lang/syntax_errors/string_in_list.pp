# string in list
$x = [1 'it\'s']
