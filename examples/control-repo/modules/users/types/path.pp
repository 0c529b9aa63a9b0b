# An absolute path without empty parts.
type Users::Path = Pattern[/\A(\/[^\/\0]+)+\z/]
