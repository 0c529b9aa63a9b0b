# spec: 000 "Variable Names": no qualified numeric variable
notice($a::1)
