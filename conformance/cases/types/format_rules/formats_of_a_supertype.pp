# spec: 000 "String"
notice(String({a => undef}, {Hash => {format => '%h', string_formats => {Integer => '%x'}}}))
notice(String({a => undef}, {Collection => '%p', Hash => {format => '%h', string_formats => {Integer => '%x'}}}))
