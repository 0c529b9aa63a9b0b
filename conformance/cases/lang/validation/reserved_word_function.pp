# nor functions
private(1)
