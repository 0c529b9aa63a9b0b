module PuppetX
  module A
    module Macros
      def flag(name, options = {}, &block)
        newparam(name) do
          desc "Whether #{name}."
          newvalues(:true, :false)
          defaultto options[:default] if options[:default]
          instance_eval(&block) if block_given?
        end
      end
    end

    module Common
      def self.included(base)
        base.extend Macros
        base.class_eval do
          newparam(:common)
        end
      end
    end
  end
end
