notice(call("si${'ze'}", [1]))
