# spec: 003 "Type Mismatch Dispatch": what no dispatch of mismatches takes is told in the usual words
notice(compare(1))
