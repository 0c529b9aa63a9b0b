class wrong { }
