# spec: 000 "String"
notice(String([1, 2], {Array => {format => '%a', separator => ';'}}))
notice(String({a => 1, b => 2}, {Hash => {format => '%h', separator => ' &', separator2 => '='}}))
