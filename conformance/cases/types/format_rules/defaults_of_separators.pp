# spec: 000 "String": the separators where none is given
notice(String([1, 2], {Array => {format => '%a'}}), String({a => 1, b => 2}, {Hash => {format => '%h'}}), String([1, [2, 3]], '%a'), String({a => {b => 1}}, '%h'))
