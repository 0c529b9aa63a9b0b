# The conversation: requests of evaluation, and questions asked while one is worked on.

module Bunraku
  class << self
    def serve
      answer(receive) while true
    end

    # Asks evaluation for something.
    def ask(*question, caller_name: nil, &block)
      number = block ? (blocks << block).size - 1 : nil
      send_frame([:ask, number, caller_name, *question.map { |part| out(part) }])
      while true
        frame = receive
        case frame[0]
        when :answer then return frame[1]
        when :raise then raise_for(*frame[1..])
        else answer(frame)
        end
      end
    ensure
      blocks.pop if number
    end

    private

    def blocks = @blocks ||= []

    def receive
      head = $stdin.read(4) or exit!(0)
      Marshal.load($stdin.read(head.unpack1('N')))
    end

    def send_frame(frame)
      bytes = Marshal.dump(frame)
      $stdout_of_bunraku.write([bytes.bytesize].pack('N'), bytes)
      $stdout_of_bunraku.flush
    end

    def answer(request)
      result = send(:"do_#{request[0]}", *request[1..])
      frame = [:return, out(result)]
    rescue SystemStackError
      frame = [:error, 'SystemStackError', 'stack level too deep', nil]
    rescue SystemExit, Interrupt, SignalException
      exit!(1)
    rescue Exception => error
      frame = failure(error)
    ensure
      send_frame(frame) if frame
    end

    def failure(error)
      number = error.raise_number if error.is_a?(Raised)
      @failed = error
      kinds = error.class.ancestors.grep(Class).map(&:name).compact
      position = [error.file.to_s, error.line.to_s] if error.is_a?(Puppet::Located) && (error.file || error.line)
      [:error, kinds, plain(error.message.to_s), number, position, (error.backtrace || []).first(20).map(&:to_s)]
    end

    # What evaluation raised, as Ruby code may rescue it.
    def raise_for(number, kind, message)
      error = kind == :Jump ? Jump.new(message) : Puppet.const_defined?(kind) ? Puppet.const_get(kind).new(message) : Object.const_get(kind).new(message)
      # what Ruby code raised further down is told from there
      error.set_backtrace(@failed.backtrace) if @failed && @failed.backtrace && @failed.message == message
      error.extend(Raised)
      error.raise_number = number
      raise error
    end

    # The environment that all further requests are about.
    def do_begin(state)
      self.state = state
      @environment = nil
      Puppet::Parser::Scope::SET.clear
      $LOAD_PATH.unshift(*(state[:lib] - $LOAD_PATH))
      nil
    end

    # A function of the 4.x API: its dispatches.
    def do_load(path, name)
      functions[path] ||= begin
        self.defined = nil
        eval(File.read(path, encoding: 'UTF-8'), Puppet::Pops::Loader::RubyFunctionInstantiator.empty, path, 1)
        defined
      end
      function = functions[path]
      unless function.is_a?(Function)
        raise ArgumentError, "The code loaded from #{path} does not seem to be a Puppet 4x API function - no create_function call."
      end

      if function.name.delete_prefix('::') != name
        raise ArgumentError, "The code loaded from #{path} produced mis-matched name, expected '#{name}', got #{function.name}"
      end
      [function.dispatches.map { |one| [one.mismatch, one.parameters, one.block, one.returns] }, function.types, function.name]
    end

    def do_call(path, index, arguments, block)
      function = functions.fetch(path)
      dispatch = function.dispatches[index]
      injected = dispatch.injections.map do |what|
        case what
        when :scope then Puppet::Parser::Scope.new
        when :compiler then compiler
        else {}
        end
      end
      function.instance.send(dispatch.method, *injected, *arguments, &block_of(block))
    end

    # A function of the 3.x API: whether it gives a value, and its arity.
    def do_load_legacy(path, name)
      unless functions[path]
        self.defined = nil
        eval(File.read(path, encoding: 'UTF-8'), TOPLEVEL_BINDING, path, 1)
        functions[path] = Puppet::Parser::Functions::LIST[name.to_sym]
      end
      functions[path] && [functions[path].rvalue, functions[path].arity]
    end

    def do_call_legacy(name, arguments)
      result = Puppet::Parser::Scope.new.send("function_#{name}", arguments)
      Puppet::Parser::Functions::LIST[name.to_sym].rvalue ? result : nil
    end

    def do_type(path, name)
      self.is_lenient = true
      Puppet::Type::TYPES[name.to_sym] || Kernel.load(path)
      kind = Puppet::Type::TYPES[name.to_sym]
      kind && kind.described
    ensure
      self.is_lenient = false
    end

    def do_title(name, title)
      Puppet::Type::TYPES.fetch(name.to_sym).parse_title(title)
    end

    # `shown` is the template's name, none of one that is given as text.
    def do_template(file, shown, code)
      Puppet::Parser::TemplateWrapper.new(Puppet::Parser::Scope.new).result(file, code)
    rescue StandardError => error
      raise Puppet::ParseError, "Failed to parse inline template: #{error.message}" unless shown

      frames = (error.backtrace || []).grep_v(/\Abunraku\//)
      place = (frames.first || '').match(/\A(.*?):(\d+)/) || [nil, file, nil]
      raise Puppet::ParseError, "Failed to parse template #{shown}:\n  Filepath: #{place[1]}\n  Line: #{place[2]}\n  Detail: #{error.message}\n"
    end

    # A block of Ruby code that evaluation was given.
    def do_yield(number, arguments) = blocks.fetch(number).call(*arguments)

    def functions = @functions ||= {}

    # A block of the Puppet language, for Ruby code.
    def block_of(handle)
      return unless handle

      parameters = handle[1]
      body = lambda { |*arguments| ask(:yield, handle[0], arguments) }
      made = proc { |*arguments| body.call(*arguments) }
      count = parameters
      made.define_singleton_method(:arity) { count }
      made
    end
  end
end

module Puppet::Pops::Loader
  module RubyFunctionInstantiator
    def self.empty = binding
  end
end
