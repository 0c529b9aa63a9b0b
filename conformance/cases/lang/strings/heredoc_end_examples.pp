# spec: 001 "End text": examples of the manual
notice(@(EOT), @(...end...end...), @(Verse 8 of The Raven))
a
| EOT
b
| ...end...end...
c
| Verse 8 of The Raven
