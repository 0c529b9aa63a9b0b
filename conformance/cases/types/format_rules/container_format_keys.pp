# spec: 000 "Signatures of String conversion": the keys of a format of containers
notice(String([1, 2], {Array => {format => '%<a', separator => ' +', string_formats => {Integer => '%03d'}}}))
notice(String({a => 1}, {Hash => {format => '%|h', separator => ';', separator2 => ' is ', string_formats => {Integer => '%03d', String => '%u'}}}))
notice(String([1, 2], {Array => {separator => ' +'}}))
