# spec: 001 "Enabling escape sequences": the double backslash works with any other switch
notice(@(A/t), @(B))
a\\b
|- A
a\\b
|- B
