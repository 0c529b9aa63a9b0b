# Templates in ERB.

module Puppet
  module Parser
    # What a template is run in: variables of the scope are its instance variables.
    class TemplateWrapper
      include Puppet::Util::Logging

      def initialize(scope)
        @__scope__ = scope
      end

      def scope = @__scope__
      def file = @__file__
      def has_variable?(name) = !scope.lookupvar(name.to_s).nil?
      def classes = scope.catalog.classes
      def tags = raise(NotImplementedError, "Call 'all_tags' instead.")
      def all_tags = Puppet::Util::TagSet.new(scope.catalog.tags)
      def log_source = to_s
      def to_s = "template[#{@__file__ || 'inline'}]"
      def inspect = "#<Puppet::Parser::TemplateWrapper #{to_s}>"

      def result(file, code)
        @__file__ = file
        template = Bunraku.template(file, code)
        template.names && Bunraku.ask(:variables, scope.number, template.names).each do |name, value|
          instance_variable_set("@#{name.gsub(/[^\w]/, '_')}", value)
        end
        template.erb.result(binding)
      end
    end
  end
end

module Bunraku
  # A template, and the names of variables that it speaks of; all when it may ask for any.
  Template = Struct.new(:erb, :names)
  TEMPLATES = {}

  class << self
    def template(file, code)
      TEMPLATES.clear if TEMPLATES.size > 10_000
      TEMPLATES[[file, code]] ||= begin
        erb = ERB.new(code, trim_mode: '-')
        erb.filename = file || '(erb)'
        asks_all = code.match?(/instance_variable|binding|\beval\b|instance_eval/)
        Template.new(erb, asks_all ? [] : code.scan(/@([A-Za-z_]\w*)/).flatten.uniq)
      end
    end
  end
end
