# 002: types of modules whose file or provider cannot be loaded
node 'raises' {
  t_raises { 'a': bar => 1 }
}
node 'raises_in' {
  t_raises_in { 'a': bar => 1 }
}
node 'throws' {
  t_throws { 'a': bar => 1 }
}
node 'require' {
  t_require { 'a': bar => 1 }
}
node 'syntax' {
  t_syntax { 'a': bar => 1 }
}
node 'nameerror' {
  t_nameerror { 'a': bar => 1 }
}
node 'nothing' {
  t_nothing { 'a': bar => 1 }
}
node 'empty' {
  t_empty { 'a': bar => 1 }
}
node 'nameerr2' {
  t_nameerr2 { 'a': bar => 1 }
}
node 'exception' {
  t_exception { 'a': bar => 1 }
}
node 'notimpl' {
  t_notimpl { 'a': bar => 1 }
}
node 'puppeterr' {
  t_puppeterr { 'a': bar => 1 }
}
node 'parseerr' {
  t_parseerr { 'a': bar => 1 }
}
node 'multiline' {
  t_multiline { 'a': bar => 1 }
}
node 'enoent' {
  t_enoent { 'a': bar => 1 }
}
node 'loaderr_own' {
  t_loaderr_own { 'a': bar => 1 }
}
node 'loaderr_util' {
  t_loaderr_util { 'a': bar => 1 }
}
node 'loaderr_px' {
  t_loaderr_px { 'a': bar => 1 }
}
node 'reqrel' {
  t_reqrel { 'a': bar => 1 }
}
node 'noname' {
  t_noname { 'a': bar => 1 }
}
node 'noname2' {
  t_noname2 { 'a': bar => 1 }
}
node 'dupparam' {
  t_dupparam { 'a': bar => 1 }
}
node 'throw_catch' {
  t_throw_catch { 'a': bar => 1 }
}
node 'twice_newtype' {
  t_twice_newtype { 'a': }
}
node 'dup_prop' {
  t_dup_prop { 'a': }
}
node 'dup_mixed' {
  t_dup_mixed { 'a': }
}
node 'dup_mixed2' {
  t_dup_mixed2 { 'a': }
}
node 'meta_dup' {
  t_meta_dup { 'a': }
}
node 'meta_dup2' {
  t_meta_dup2 { 'a': }
}
node 'ens2' {
  t_ens2 { 'a': }
}
node 'ens3' {
  t_ens3 { 'a': }
}
node 'bad_opt' {
  t_bad_opt { 'a': }
}
node 'bad_popt' {
  t_bad_popt { 'a': }
}
node 'no_block' {
  t_no_block { 'a': }
}
node 'str_name' {
  t_str_name { 'a': }
}
node 'prop_noname' {
  t_prop_noname { 'a': }
}
node 'parent_nil' {
  t_parent_nil { 'a': }
}
node 'parent_ok' {
  t_parent_ok { 'a': }
}
node 'zero_div' {
  t_zero_div { 'a': }
}
node 'return_top' {
  t_return_top { 'a': }
}
node 'break_in' {
  t_break_in { 'a': }
}
node 'next_in' {
  t_next_in { 'a': }
}
node 'fail_in' {
  t_fail_in { 'a': }
}
node 'pfail' {
  t_pfail { 'a': }
}
node 'puppet_meth' {
  t_puppet_meth { 'a': }
}
node 'util_const' {
  t_util_const { 'a': }
}
node 'pops_const' {
  t_pops_const { 'a': }
}
node 'type_of' {
  t_type_of { 'a': }
}
node 'frozen' {
  t_frozen { 'a': }
}
node 'keyerr' {
  t_keyerr { 'a': }
}
node 'argerr' {
  t_argerr { 'a': }
}
node 'nil_meth' {
  t_nil_meth { 'a': }
}
node 'stopit' {
  t_stopit { 'a': }
}
node 'cust' {
  t_cust { 'a': }
}
node 'cls' {
  t_cls { 'a': }
}
node 'nomsg' {
  t_nomsg { 'a': }
}
node 'sysexit' {
  t_sysexit { 'a': }
}
node 'w_nothing_ref' {
  $x = T_w_nothing_ref['a']
  notice($x)
}
node 'w_nothing_def' {
  notice(defined('t_w_nothing_def'))
  notice(defined(T_w_nothing_def))
}
node 'w_nothing_cr' {
  create_resources('t_w_nothing_cr', { 'a' => {}})
}
node 'w_nothing_default' {
  T_w_nothing_default { bar => 1 }
  notice('x')
}
node 'w_nothing_coll' {
  T_w_nothing_coll <| |>
  notice('x')
}
node 'w_nothing_virt' {
  @t_w_nothing_virt { 'x': }
}
node 'w_nothing_req' {
  notify { 'a': require => T_w_nothing_req['x'] }
}
node 'inprov_type' {
  t_inprov_type { 'a': }
}
node 'prov_dup' {
  t_prov_dup { 'a': }
}
node 'prov_noclass' {
  t_prov_noclass { 'a': provider => 'x' }
}
node 'prov_meth2' {
  t_prov_meth2 { 'a': }
}
node 'prov_parent' {
  t_prov_parent { 'a': provider => 'x' }
}
node 'prov_other_mod' {
  t_prov_other_mod { 'a': }
}
node 'prov_fileparent' {
  t_prov_fileparent { 'a': provider => 'x' }
}
node 'prov_pkgparent' {
  t_prov_pkgparent { 'a': provider => 'x' }
}
