# spec: 000 "Variable Names": in no segment
notice($a::Bc)
