# A template is found without its ending.
class m {
  notice(epp('m/short', { 'a' => 1 }))
}
