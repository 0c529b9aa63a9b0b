//! Tests catalogs with values that only Ruby has, for each value of the setting `strict`. They
//! cannot be recorded as cases, because such a catalog ends the recorder.

use crate::common::Folder;

const FUNCTION: &[u8] = b"require 'set'
Puppet::Functions.create_function(:'m::f') do
  def f
    { 'a' => [1, Set[1, 2]] }
  end
end
";

#[test]
fn strictness_decides() {
    let folder = Folder::new(&[
        (
            "env/manifests/site.pp",
            b"notify { 'x': message => m::f() }\n",
        ),
        ("env/modules/m/lib/puppet/functions/m/f.rb", FUNCTION),
    ]);
    let said = "Notify[x]['message']['a'][1] contains a Set value. It will be converted to the String '#<Set: {1, 2}>' (file: ";
    for (strict, status, begin) in [
        ("error", 1, Some("Error: Evaluation Error: ")),
        ("warning", 0, Some("Warning: ")),
        ("off", 0, None),
    ] {
        let setting = format!("strict={strict}");
        let arguments = ["compile", "--environment", "env", "--setting", &setting];
        let (ended, out, log) = folder.run(&arguments);
        assert_eq!(ended, status, "{log}");
        assert_eq!(out.contains("#<Set: {1, 2}>"), status == 0, "{out}");
        match begin {
            Some(begin) => assert!(log.contains(&format!("{begin}{said}")), "{log}"),
            None => assert_eq!(log, ""),
        }
    }
}
