# spec: 004 "String Encoding and Comparisons": ASCII letters ignore case, others do not
notice('ABC' == 'abc', 'É' == 'é', 'straße' == 'STRASSE', 'aÉ' == 'AÉ', 'Å' != 'å')
