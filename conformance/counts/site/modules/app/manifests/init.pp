class app(
  Integer $port,
  String $owner,
  Hash[String, Variant[Array, Hash]] $limits,
  String $mode = '0644',
) {
  notice("${port} ${owner} ${limits}")
}
