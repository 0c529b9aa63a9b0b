# spec: 001 "End text": the same capitalization and spacing
notice(@(Verse 8 of The Raven))
  a
  Verse  8 of The Raven
  verse 8 of the raven
  | Verse 8 of The Raven
