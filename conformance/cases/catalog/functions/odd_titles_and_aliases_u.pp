# Functions: odd titles and aliases u
include Resource['class']
