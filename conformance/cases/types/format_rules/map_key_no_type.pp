# spec: 000 "Signatures of String conversion": the keys of a map are types
notice(String(1, {'Integer' => '%d'}))
