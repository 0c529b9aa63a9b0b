# A kernel setting's name: dotted words.
type Profile::Sysctl_key = Pattern[/\A[a-z0-9_]+(\.[a-z0-9_-]+)+\z/]
