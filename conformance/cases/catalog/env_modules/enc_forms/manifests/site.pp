notice("site")
node default { notice("node $p") include m }