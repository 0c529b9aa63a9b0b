# spec: 001 "Bare words": no letters beyond ASCII
notice(été)
