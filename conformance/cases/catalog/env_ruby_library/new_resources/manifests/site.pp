define foo($x = 1) { }
foo { 'y': }
class k($p = 1) { notice(inline_template('<%= scope.resource.to_data_hash.inspect %>')) }
include k
package { 'p': ensure => installed }
notice(inline_template('<% r = Puppet::Resource.new("File", "/a") %><%= r.kind.inspect %> <%= r.tags.to_a.inspect %> <%= r.to_data_hash["kind"] %>'))
notice(inline_template('<% r = Puppet::Resource.new("notify", "a::b", :parameters => {:tag => "q"}) %><%= r.tags.to_a.inspect %> <%= r.tagged?("a") %> <%= r.to_data_hash.inspect %>'))
notice(inline_template('<% r = Puppet::Resource.new("class", "a::b") %><%= r.tags.to_a.inspect %> <%= r.to_data_hash.inspect %> <%= r.to_json %>'))
notice(inline_template('<%= Puppet::Resource.new("foo", "x").to_data_hash.inspect %> <%= Puppet::Resource.new("Nope", "x").to_data_hash.inspect %>'))
notice(inline_template('<%= %w[Class[k] Foo[y] Class[main] Stage[main]].map { |name| scope.catalog.resource(name).to_data_hash.except("file", "line") }.inspect %>'))
notice(inline_template('<% r = Puppet::Parser::Resource.new("notify", "t", :scope => scope, :source => scope.source) %><%= r.kind.inspect %> <%= r.tags.to_a.inspect %> <%= r.to_data_hash.inspect %>'))
notice(inline_template('<%= Puppet::Resource.new("stage", "q").to_data_hash.inspect %> <%= Puppet::Resource.new("node", "q").to_data_hash.inspect %> <%= Puppet::Resource.new("a::b", "q").to_data_hash.inspect %>'))
notice(inline_template('<%= Puppet::Resource.new("file", "/x y", :exported => true, :virtual => true, :line => 4, :file => "f", :parameters => { :mode => "1", :ensure => :present, :require => Puppet::Resource.new("File", "/q") }).to_data_hash.inspect %>'))
notice(inline_template('<% given = {"type" => "File", "title" => "/a", "parameters" => {"mode" => "1"}, "tags" => ["x"], "line" => 3, "exported" => true} %><%= Puppet::Resource.from_data_hash(given).to_data_hash.inspect %> <%= Puppet::Resource.from_data_hash(given.merge("kind" => "z", "file" => "f")).to_data_hash.inspect %>'))
notice(inline_template('<%= Puppet::Resource.from_data_hash({"type" => "File"}) rescue $!.message %> <%= Puppet::Resource.from_data_hash({"title" => "File"}) rescue $!.message %>'))
notice(inline_template('<%= c = scope.catalog; h = c.to_data_hash; [h.keys, h["tags"], h["name"], h["environment"], h["resources"].size, h["resources"].last.except("file", "line"), h["edges"].last, h["classes"], h["code_id"], h["catalog_format"]].inspect %>'))
notice(inline_template('<%= scope.catalog.to_resource.class %> <%= JSON.parse(scope.catalog.to_json)["classes"] %>'))
notice(inline_template('<%= r = scope.catalog.resource("Package", "p"); [r.to_hash, r.key_attributes, r.uniqueness_key].inspect %>'))
notice(inline_template('<%= %w[Package File Exec User Group Service Notify Schedule Stage Tidy Filebucket Resources].map { |t| r = Puppet::Resource.new(t, "p"); [t, r.to_hash, r.key_attributes, r.uniqueness_key] }.inspect %>'))
