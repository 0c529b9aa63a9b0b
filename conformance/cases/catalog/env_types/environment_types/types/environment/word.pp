type Environment::Word = Pattern[/^\w+$/]
