notice('RED' =~ Enum[red, true], 'RED' =~ Enum[red], Enum[red, true], Enum[red, false], 'x' =~ Enum, Enum['A', 'a', true])
