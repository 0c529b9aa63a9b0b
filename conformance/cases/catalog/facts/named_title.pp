# facts: {"title": "t", "name": "n"}
# Facts: named title
notice($title, $name, $facts['title'])
class c { notice($title, $name, $::title) }
include c
