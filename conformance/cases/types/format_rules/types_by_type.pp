# spec: 000 "Type to String": a format given for Type
notice(String(Integer, {Type => '%#s'}), String(Integer, {Type[Integer] => '%10s'}), String(String, {Type[Integer] => '%10s'}), String(File['a'], {Type[Resource] => '%#s'}))
notice(String(Integer, {Object => '%#s'}), String(Integer, {Any => '%#s'}), String([Integer], {Type => '%#s'}))
