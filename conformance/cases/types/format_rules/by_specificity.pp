# spec: 000 "String": the most specific type of a map counts, in any order
notice(String([1, -1, 'a', 'abc', 1.5], {Array => {format => '%a', string_formats => {Any => '%p', Numeric => '%e', Integer => '%d', Integer[0] => '%#x', String => '%u', String[2] => '%c', Scalar => '%s'}}}))
notice(String([1, -1, 'a', 'abc', 1.5], {Array => {format => '%a', string_formats => {Integer[0] => '%#x', Scalar => '%s', String[2] => '%c', String => '%u', Integer => '%d', Numeric => '%e', Any => '%p'}}}))
