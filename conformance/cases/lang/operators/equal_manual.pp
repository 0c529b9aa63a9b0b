# spec: 004 "== (equality)": the examples: a number and a text, a text and a boolean
notice(1 == "1", "true" == true, undef == '', undef == false, 0 == false, default == 'default')
