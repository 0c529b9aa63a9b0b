# The text of a version.
type SemVerLike = Pattern[/\A\d+\.\d+\.\d+/]
