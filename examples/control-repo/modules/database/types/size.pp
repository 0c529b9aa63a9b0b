# A size in bytes, or a number with a binary unit.
type Database::Size = Variant[Integer[0], Pattern[/\A\d+(K|M|G)iB\z/]]
