# The mistake is in the file of the class, and not here.
class site::uses_broken { include site::broken }
