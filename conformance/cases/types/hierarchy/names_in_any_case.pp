# spec: 000 "The Type System": the case of letters in the names of built-in types does not matter
notice(INTEGER, Semver, Richdata, 1 =~ InTeger, ARRAY[STRING, 1], STRUCT[{ a => INTEGER }], Uri['http://a'])
notice(SEMVER('1.2.3'), BOOLEAN.new('yes'), CLASS[a], RESOURCE[file], RESOURCE[FILE, 'a'], 5 ? { STRING => 's', INTEGER => 'i' })
function f(OPTIONAL[INTEGER] $x) >> STRING { "${x}" }
notice(f(3), DEFERRED('f') =~ Deferred, assert_type('INTEGER', 1))
notice(UNIT)
