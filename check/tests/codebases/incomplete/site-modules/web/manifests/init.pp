# Names without a prefix may belong to a missing module, also to one that another file names.
class web {
  a2mod { 'rewrite': }
  notice(a2names())
  A2mod['rewrite'] -> Notify['done']
  notify { 'done': }
  notifi { 'similar to a type': }
  notice(web::node_is('compiler'))
  notice(template('web/site.pp'))
  lamp { 'a define without its module': }
}
