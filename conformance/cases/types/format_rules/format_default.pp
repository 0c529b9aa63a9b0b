# spec: 000 "Signatures of String conversion": default as the formats
notice(String(42, default), String([1, 'a'], default), String('x', default), String({a => undef}, default))
