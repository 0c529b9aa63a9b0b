# spec: 003 "Local Type Aliases": an alias of the environment types a parameter
type PartColor = Enum[blue, red, green]
type Part = Enum[wall, chair]
type PartToColorMap = Hash[Part, PartColor]
function define_colors(PartToColorMap $map) { $map.length }
notice(define_colors({ wall => red }))
notice(define_colors({ wall => pink }))
