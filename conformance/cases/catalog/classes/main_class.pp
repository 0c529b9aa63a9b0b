# Classes: main class
include main
