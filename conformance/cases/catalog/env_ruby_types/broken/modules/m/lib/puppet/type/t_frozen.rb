'abc'.freeze << 'd'
