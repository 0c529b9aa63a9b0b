# The data of its parameters has several entries of options.
class m (
  Integer $own_entry,
  Integer $some_nodes,
  Integer $by_pattern,
) {
  notice($own_entry, $some_nodes, $by_pattern)
}
