# spec: 000 "String"
notice(String([1, [2]], {Array => {format => '%(a', string_formats => {Integer => '%#x', Array => '%<a'}}}))
