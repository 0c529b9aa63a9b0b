# Renders templates in ERB.

module Puppet
  module Parser
    # The object that a template runs in. Its instance variables are the variables of the scope.
    class TemplateWrapper
      include Puppet::Util
      include Puppet::Util::Logging

      def initialize(scope)
        @__scope__ = scope
      end

      def scope = @__scope__
      def file = @__file__
      def has_variable?(name) = scope.include?(name.to_s)
      def classes = scope.catalog.classes
      def tags = raise(NotImplementedError, "Call 'all_tags' instead.")
      def all_tags = scope.catalog.tags
      def log_source = to_s
      def to_s = "template[#{@__file__ || 'inline'}]"
      def inspect = "#<Puppet::Parser::TemplateWrapper #{to_s}>"

      # Sets the template to the file with this name in a module.
      def file=(name)
        @__file__ = Puppet::Parser::Files.find_template(name, Bunraku.environment) or raise Puppet::ParseError, "Could not find template '#{name}'"
      end

      # Sets the instance variables that a template uses.
      def fill(template)
        template.names && scope.variables(template.names).each do |name, value|
          instance_variable_set("@#{name.gsub(/[^\w]/, '_')}", value)
        end
      end
      private :fill

      def rendered(file, code)
        @__file__ = file
        result(code).to_s
      end
    end
  end
end

# The class is opened outside of its modules, so that templates find the constants of Ruby and not those of `Puppet`.
class Puppet::Parser::TemplateWrapper
  # Renders the given text, or else the file. The template sees the local variables of this method and may use `return`.
  def result(string = nil)
    string ||= File.read(@__file__, encoding: 'UTF-8')
    template_source = @__file__ || 'inline template'
    escaped_template_source = template_source.gsub('%', '%%')
    result = nil
    Bunraku.watching(Bunraku.template(@__file__, string).may_change) do
      fill(Bunraku.template(@__file__, string))
      template = Bunraku.template(@__file__, string).erb
      result = template.result(binding)
    end
    result
  end
end

module Bunraku
  # A template, the names of the variables that it uses (empty: any), and whether it may change values in place.
  Template = Struct.new(:erb, :names, :may_change)
  TEMPLATES = {}

  class << self
    def template(file, code)
      TEMPLATES.clear if TEMPLATES.size > 10_000
      TEMPLATES[[file, code]] ||= begin
        erb = ERB.new(code, trim_mode: '-')
        erb.filename = file || '(erb)'
        asks_all = code.match?(/instance_variable|binding|\beval\b|instance_eval/)
        Template.new(erb, asks_all ? [] : code.scan(/@([A-Za-z_]\w*)/).flatten.uniq, Changes.in?(code))
      end
    end
  end
end
