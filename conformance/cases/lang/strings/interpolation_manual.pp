# spec: 001 "Interpolation": the example of the manual
function port($x) { "<${x}>" }
notice("<VirtualHost *:${port("http_port")}>", "${"${"deep"}"}", "a}${'}'}b")
