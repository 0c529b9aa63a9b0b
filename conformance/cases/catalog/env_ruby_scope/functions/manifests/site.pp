define dd($q = 1) { }
class d { }
class c($p = 5) { notify { "n": message => "m", tag => "tt" }
 case $facts["w"] {
  "a0": { notice(f3("call")) }
  "a1": { notice(f3("res")) }
  "a2": { notice(f3("resp")) }
  "a3": { notice(f3("src")) }
  "a4": { notice(f3("cat")) }
  "a5": { notice(f3("find")) }
  "a6": { notice(f3("env")) }
  "a7": { notice(f3("catch")) }
  "a8": { notice(f3("set")) }
  "a9": { notice(f3("known")) }
  "a10": { notice(f3("tag")) }
  "a11": { notice(f3("facts")) }
  "a12": { notice(f3("cls")) }
  "a13": { notice(f3("tagged")) }
  "a14": { notice(f3("include")) }
  "a15": { notice(f3("create")) }
  "a16": { notice(f3("log")) }
  "a17": { notice(f3("strict")) }
  "a18": { notice(f3("sett")) }
  "a19": { notice(f3("warn")) }
  "a20": { notice(f3("dep")) }
  "a21": { notice(f3("ret")) }
  "a22": { notice(f3("retn")) }
  "a23": { notice(f3("self")) }
  "a24": { notice(f3("top")) }
  "a25": { notice(f3("mod")) }
  "a26": { notice(f3("fail")) }
  "a27": { notice(f3("failc")) }
  "a28": { notice(f3("raise")) }
  "a29": { notice(f3("devfail")) }
  "a30": { notice(f3("undef")) }
  "a31": { notice(f3("excl")) }
  "a32": { notice(f3("err")) }
  "b0": { [1].each |$lamv| { notice(m::f4("closure")) } }
  "b1": { [1].each |$lamv| { notice(m::f4("scope")) } }
  "b2": { [1].each |$lamv| { notice(m::f4("lv", "p")) } }
  "b3": { [1].each |$lamv| { notice(m::f4("lv", "k")) } }
  "b4": { [1].each |$lamv| { notice(m::f4("lv", "lamv")) } }
  "b5": { [1].each |$lamv| { notice(m::f4("has", "p")) } }
  "b6": { [1].each |$lamv| { notice(m::f4("has", "nope")) } }
  "b7": { [1].each |$lamv| { notice(m::f4("has", "lamv")) } }
  "b8": { [1].each |$lamv| { notice(m::f4("cf")) } }
  "b9": { [1].each |$lamv| { notice(m::f4("scf")) } }
  "b10": { [1].each |$lamv| { notice(m::f4("res")) } }
  "b11": { [1].each |$lamv| { notice(m::f4("rfile")) } }
  "b12": { [1].each |$lamv| { notice(m::f4("refs")) } }
  "b13": { [1].each |$lamv| { notice(m::f4("lookup")) } }
  "b14": { [1].each |$lamv| { notice(m::f4("ref", Notify["n"])) } }
  "b15": { [1].each |$lamv| { notice(m::f4("ref", File["/x"])) } }
  "b16": { [1].each |$lamv| { notice(m::f4("type", Integer[1,2])) } }
  "b17": { [1].each |$lamv| { notice(m::f4("type", Class["c"])) } }
  "b18": { [1].each |$lamv| { notice(m::f4("glob")) } }
  "b19": { [1].each |$lamv| { notice(m::f4("genv")) } }
  "b20": { [1].each |$lamv| { notice(m::f4("gs")) } }
  "b21": { [1].each |$lamv| { notice(m::f4("parm")) } }
  "b22": { [1].each |$lamv| { notice(m::f4("param")) } }
  "b23": { [1].each |$lamv| { notice(m::f4("kd")) } }
  "b24": { [1].each |$lamv| { notice(m::f4("compile")) } }
  "b25": { [1].each |$lamv| { notice(m::f4("sens")) } }
  "b26": { [1].each |$lamv| { notice(m::f4("vc")) } }
  "b27": { [1].each |$lamv| { notice(m::f4("json", "j")) } }
  "b28": { [1].each |$lamv| { notice(m::f4("abs", "/a")) } }
  "b29": { [1].each |$lamv| { notice(m::f4("cksum", "a")) } }
  "b30": { [1].each |$lamv| { notice(m::f4("mode", "u=rw")) } }
  "b31": { [1].each |$lamv| { notice(m::f4("stack")) } }
  "b32": { [1].each |$lamv| { notice(m::f4("infer", [1,a])) } }
  "b33": { [1].each |$lamv| { notice(m::f4("assert", 3)) } }
  "b34": { [1].each |$lamv| { notice(m::f4("kv", [1,2])) } }
  "b35": { [1].each |$lamv| { notice(m::f4("none")) } }
  "b36": { [1].each |$lamv| { notice(m::f4("assert", "x")) } }
  default: { }
 }
}
include c
