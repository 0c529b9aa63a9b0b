import json
ts=["Sensitive([File['/a']])","Sensitive('File[/a]')","Sensitive(Class['c'])","Sensitive([Sensitive('File[/a]')])","Sensitive(undef)","Sensitive(['File[/nope]'])","[Sensitive('File[/a]')]","Sensitive([Class['c'],File['/a']])","Sensitive(1)","Sensitive(File)"]
i=0
for t in ts:
  for f in ['notify { "n": require => %s }', 'notify { "n": before => %s }','notify { "n": } Notify["n"] { require => %s }','realize(%s)','notify { n: } Notify[n] -> %s']:
    i+=1
    print(json.dumps({"id":i,"kind":"catalog","code":"file { ['/a']: } notify { q: } class c { } class c::d { } define d { } define d::e { } d::e { 'x': } d { 'x': } include c, c::d \n"+f.replace("%s",t)}))
