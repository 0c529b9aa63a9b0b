# spec: 002 "Node, Stage"
notice(Stage['main'], Stage)
notice(Node['a'])
