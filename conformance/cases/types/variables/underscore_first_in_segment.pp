# spec: 000 "Variable Names": no underscore first in a qualified name
notice($a::_b)
