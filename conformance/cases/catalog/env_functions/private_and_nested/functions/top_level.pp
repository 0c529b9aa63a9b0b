function top_level() >> String { 'top' }
