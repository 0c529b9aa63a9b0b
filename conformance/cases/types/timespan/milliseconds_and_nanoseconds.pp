# spec: 000 "Examples - Converting to Timespan": what L and N make of a fraction
['%M:%S.%L', '%M:%S.%N', '%M:%S.%-N', '%M:%S.%-L'].each |$f| { notice($f, ' ', Timespan('10:03.5', $f), ' ', Timespan('10:03.125', $f)) }
