# spec: 000 "Variable Names": no upper case letter first
$Abc = 1
