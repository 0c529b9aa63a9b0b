# A module whose metadata was made by a tool and never names the modules that it uses.
class unlisted_module {
  firewall { '100 allow ssh': proto => 'tcp' }
  notifi { 'a': }
}
