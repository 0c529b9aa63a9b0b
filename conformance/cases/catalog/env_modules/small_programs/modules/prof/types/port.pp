type Prof::Port = Variant[Integer[1, 1024], Pattern[/\A\d+\/(tcp|udp)\z/]]
