# spec: 001 "Suppressing the final line break": a hyphen drops the final break
notice(@(A).length, @(B).length, @(C).length)
abc
A
abc
- B
abc
| - C
