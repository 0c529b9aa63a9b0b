# spec: 004 "==": a Timespan equals an Integer by its whole seconds, a Float exactly
notice(Timespan(1.5) == 1, 1 == Timespan(1.5), Timespan(1.5) == 2, Timespan(-1.5) == -2)
notice(Timespan(1.5) == 1.5, Timespan(1.5) == 1.2, Timespan(1.5) in [1], [Timespan(1.5)] == [1])
notice(Timespan(1.5) > 1, Timespan(1.5) <= 1, 1 < Timespan(1.5), 1 >= Timespan(1.5))
notice(Timestamp(1.5) == 1, Timestamp(-1.5) == -2, Timestamp(1.5) > 1, 1 < Timestamp(1.5))
notice([1, Timespan(1.5)].unique.size, Timespan(1.5) ? { 1 => 'one', default => 'other' })
