# spec: 000 "String": string_formats are {Any => '%p'} where none are given
notice(String(['a', undef, default, /x/, 1.0], {Array => {format => '%a'}}), String(['a', undef], {Array => {format => '%a', string_formats => {Any => '%s'}}}), String(['a', 1], {Array => {format => '%a', string_formats => {Integer => '%#x'}}}))
