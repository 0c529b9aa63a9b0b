# spec: 003 "Rules for Non Internal Functions": call other functions for changes of the catalog
class c { notify { 'from c': } }
function f() { include('c') call('notice', 'called', 1) }
f()
notice(defined(Class['c']), defined(Notify['from c']))
