notice("top")
class m { notice("a") }
