# spec: 001 "Suppressing literal line breaks": the example of the manual
notice(@(A/L), @(B))
    lg = "log --pretty=format:'%C(yellow)%h%C(reset) %s \
    %C(cyan)%cr%C(reset) %C(blue)%an%C(reset) %C(green)%d%C(reset)' --graph"
    | A
    with a \
    backslash
    | B
