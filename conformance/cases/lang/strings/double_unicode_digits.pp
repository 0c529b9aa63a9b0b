# spec: 001 "Escape sequences (double)": two to six digits in braces, no others
notice("\u{41}\u{041}\u{0041}\u{1F600}\u{01F600}\u{10FFFF}".length)
notice("\u{4}", "\u{0000041}", "\u{}", "\u{xyz}", "\u41", "\u00e9x")
