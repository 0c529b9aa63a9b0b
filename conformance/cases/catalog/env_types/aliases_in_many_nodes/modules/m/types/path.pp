type M::Path = Pattern[/^\/[a-z\/]+$/]
