module PuppetX; module M; class Lib; def self.hi = 'hi'; end; end; end
