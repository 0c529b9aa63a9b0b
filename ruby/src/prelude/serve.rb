# Serves requests of the evaluation, and asks it questions while it works on a request.

module Bunraku
  # Questions that may run code of the Puppet language.
  CALLS = %i[call yield change].freeze
  # The tag of the `throw` that ends code which has called `next` or `return` as a function.
  LEAVING = :'bunraku::leave'
  # The number of exceptions that are kept in case the evaluation passes one back.
  EXCEPTIONS_MAX = 64

  class << self
    # Serves the requests of one compilation until the request `end`.
    def serve(request)
      until request[0] == :end
        answer(request)
        request = receive
      end
    end

    # Returns whether the running code has called code of the Puppet language, which may have changed the cache of a
    # context that both share.
    def has_called? = @has_called

    # Returns the constants of libraries that were loaded because code named them.
    def loaded = AUTOLOADED.keys.reject { |name| Object.autoload?(name) }

    def receive
      head = $stdin_of_bunraku.read(4) or exit!(0)
      Marshal.load($stdin_of_bunraku.read(head.unpack1('N')))
    end

    # Sends a message of the list `Messages::REPLIES`.
    def say(name, *fields)
      Messages::REPLIES.fetch(name)
      bytes = Marshal.dump([name, *fields])
      $stdout_of_bunraku.write([bytes.bytesize].pack('N') << bytes)
    end

    # Asks the evaluation a question of the list `Messages::QUESTIONS`. Serves its requests until the answer comes.
    def ask(question, *arguments, caller_name: nil, &block)
      fields = Messages::QUESTIONS.fetch(question)
      raise ArgumentError, "the question '#{question}' has #{fields.size} fields" if arguments.size > fields.size

      tell_changes unless watched.empty? || question == :changed
      depth = blocks.size
      is_answered = true
      @has_called ||= CALLS.include?(question) || arguments[1] == 'interpolate'
      say(:ask, out(given(block)), caller_name, question, *arguments.map { |part| out(part) })
      is_answered = false
      until is_answered
        # an answer that cannot be read still counts as an answer
        is_answered = true
        frame = receive
        is_answered = Messages::ANSWERS.key?(frame[0])
        answer(frame) unless is_answered
      end
      case frame[0]
      when :answer then frame[1]
      when :leave then throw(LEAVING, frame[1])
      when :not_found then throw(:no_such_key)
      else raise_for(*frame[1..])
      end
    ensure
      # `break` and `throw` leave before the evaluation has answered: it learns that and still sends its answer
      receive unless is_answered
      blocks.slice!(depth..)
    end

    private

    def blocks = @blocks ||= []

    def answer(request)
      outer = @has_called
      @has_called = false
      name, *fields = request
      reply = [:left]
      is_found = false
      value = catch(:no_such_key) do
        Messages::REQUESTS.fetch(name)
        given = catch(LEAVING) { send(:"do_#{name}", *fields) }
        is_found = true
        given
      end
      reply = is_found ? [:return, out(value)] : [:not_found]
    rescue SystemStackError
      reply = [:error, ['SystemStackError'], 'stack level too deep']
    rescue SystemExit, SignalException
      exit!(1)
    rescue Exception => error
      reply = failure(error)
    ensure
      @has_called = outer
      say(*reply)
    end

    # Describes a block for the evaluation: a closure of the Puppet language, or the number of a Ruby block with the
    # number of its required arguments, the number of its optional arguments, and whether it takes any number.
    def given(block)
      return unless block
      return block.closure if block.is_a?(Puppet::Pops::Evaluator::PuppetProc)

      required = block.arity.negative? ? -block.arity - 1 : block.arity
      single = block.parameters.count { |occurs, _| %i[req opt].include?(occurs) }
      rest = block.parameters.any? { |occurs, _| occurs == :rest }
      [(blocks << block).size - 1, required, [single - required, 0].max, rest]
    end

    def failure(error)
      number = error.raise_number if error.is_a?(Raised)
      kinds = error.class.ancestors.grep(Class).map(&:name).compact
      position = [error.file.to_s, error.line.to_s] if error.is_a?(Puppet::Located) && (error.file || error.line)
      [:error, kinds, plain(error.message.to_s), number, position, keep(error)]
    end

    # Keeps an exception under a number. If the evaluation passes the exception back, the same object is raised.
    def keep(error)
      @exceptions ||= {}
      @exceptions.shift if @exceptions.size >= EXCEPTIONS_MAX
      @exceptions_count = (@exceptions_count || -1) + 1
      @exceptions[@exceptions_count] = error
      @exceptions_count
    end

    # Raises an error of the evaluation as an exception that Ruby code can rescue.
    def raise_for(number, kind, message, exception)
      error = @exceptions&.fetch(exception, nil) || new_error(kind, message)
      error.extend(Raised)
      error.raise_number = number
      raise error
    end

    def new_error(kind, message)
      return Jump.new(message) if kind == 'Jump'

      error = kind.split('::').inject(Object) { |from, name| from.const_get(name) }.new(message)
      # some classes add text before the message
      error.define_singleton_method(:message) { message } unless error.message == message
      error
    end

    # Sets the environment and the compilation of all further requests.
    def do_begin(state)
      Process.setrlimit(:DATA, state[:memory]) rescue nil
      $LOAD_PATH.unshift(*(state[:lib] - $LOAD_PATH))
      self.state = state
      # comes last, because nothing is read between this and the answer
      Reads.begin if state[:noted]
      nil
    end

    # Loads a function of the 4.x API. Returns its dispatches, local types and name, and whether it may change values.
    def do_load(path, name)
      function = functions[path] ||= load_function(path)
      if function.name.delete_prefix('::') != name
        raise ArgumentError, "The code loaded from #{path} produced mis-matched name, expected '#{name}', got #{function.name}"
      end
      dispatches = function.dispatches.map { |one| [one.mismatch, one.parameters, one.block, one.returns, one.method.to_s, one.knows_local] }
      [dispatches, function.types, function.name, function.may_change]
    end

    def load_function(path)
      code = File.read(path, encoding: 'UTF-8')
      self.defined = nil
      # Puppet searches the file for the call by a pattern, which fails with this error
      raise ArgumentError, 'invalid byte sequence in UTF-8' unless code.valid_encoding?
      unless code.include?('Puppet::Functions.create_function')
        raise ArgumentError, "The code loaded from #{path} does not seem to be a Puppet 4x API function - no create_function call."
      end
      result = eval(code, Puppet::Pops::Loader::RubyFunctionInstantiator.empty, path, 1)
      return defined.tap { |function| function.may_change = Changes.in?(code) } if defined.is_a?(Function) && defined.kind.equal?(result)

      raise ArgumentError, "The code loaded from #{path} did not produce a Function class when evaluated. Got '#{result.class}'"
    end

    # Calls a function. If it may change its arguments, `numbers` has the number of each and the indices of its frozen
    # parts.
    def do_call(path, dispatch, arguments, block, numbers)
      function = functions.fetch(path)
      return run(function, dispatch, arguments, block) unless numbers

      watching(true) do
        arguments.zip(numbers) { |one, (number, *frozen)| watch(number, one, frozen) }
        known_part(run(function, dispatch, arguments, block))
      end
    end

    def run(function, index, arguments, block)
      instance = function.instance
      dispatch = function.dispatches[index]
      dispatch.injections.reverse_each do |at, what|
        given =
          case what
          when :scope then Puppet::Parser::Scope.new
          when :compiler then compiler
          else function.cache
          end
        arguments.insert([at, arguments.size].min, given)
      end
      instance.send(dispatch.method, *arguments, &(block_of(*block) unless dispatch.mismatch || block.nil?))
    end

    # Loads a function of the 3.x API. Returns whether it returns a value, and its arity.
    def do_load_legacy(path, name)
      function = functions[path] ||= load_legacy(path)
      if function.name.to_s != name
        raise ArgumentError, "The code loaded from #{path} produced mis-matched name, expected 'function_#{name}', got 'function_#{function.name}'"
      end
      [function.rvalue, function.arity]
    end

    # Evaluates the file of a function of the 3.x API. Its comments may contain bytes of any encoding.
    def load_legacy(path)
      code = File.read(path, encoding: 'UTF-8')
      self.defined = nil
      eval(code, TOPLEVEL_BINDING, path, 1) if code.include?('newfunction')
      return defined.tap { |function| function.may_change = Changes.in?(code.scrub) } if defined.is_a?(LegacyFunction)

      raise ArgumentError, "The code loaded from #{path} does not seem to be a Puppet 3x API function - no 'newfunction' call."
    end

    # Returns whether a loaded file has defined a function of the 3.x API.
    def do_legacy?(name) = !Puppet::Parser::Functions::LIST[name.to_sym].nil?

    def do_call_legacy(name, arguments)
      function = Puppet::Parser::Functions::LIST[name.to_sym]
      result = watching(function.may_change) { Puppet::Parser::Scope.new.send("function_#{name}", arguments) }
      function.rvalue ? result : nil
    end

    # Returns a resource type, or nil if its file defines none.
    def do_type(name)
      known = Puppet::Type::TYPES[name.to_sym] || load_type(name)
      known&.described
    rescue Exception
      # the next request must fail in the same way
      [Puppet::Type::TYPES, Puppet::Type::PLACES].each { |known| known.delete(name.to_sym) }
      raise
    end

    # Loads the providers that modules define for a type that is part of Puppet.
    def do_providers(name)
      leniently { Puppet::Type.type(name) }.load_providers
      nil
    rescue Puppet::Error => error
      message = "Could not autoload puppet/type/#{name}: #{error}"
      log(:err, nil, message)
      raise Puppet::Error, message
    end

    def do_title(name, title)
      Puppet::Type.type(name).parse_title(title)
    end

    # Renders a template. The path and the name of an inline template are nil.
    def do_template(path, name, code)
      Puppet::Parser::TemplateWrapper.new(Puppet::Parser::Scope.new).rendered(path, code)
    rescue StandardError => error
      raise Puppet::ParseError, "Failed to parse inline template: #{error.message}" unless name

      frames = (error.backtrace || []).grep_v(/\Abunraku\//)
      place = (frames.first || '').match(/\A(.*?):(\d+)/) || [nil, path, nil]
      raise Puppet::ParseError, "Failed to parse template #{name}:\n  Filepath: #{place[1]}\n  Line: #{place[2]}\n  Detail: #{error.message}\n"
    end

    # Calls a block of Ruby code that was passed to the evaluation.
    def do_yield(number, arguments)
      arguments.pop while arguments.last == :'bunraku::left_out'
      blocks.fetch(number).call(*arguments)
    end

    def functions = @functions ||= {}

    # Makes a block for Ruby code from a lambda of the Puppet language.
    def block_of(closure, parameters)
      closure.parameters = parameters
      Puppet::Pops::Evaluator::PuppetProc.new(closure) { |*arguments| closure.call(*arguments) }
    end
  end
end

module Puppet::Pops::Loader
  module RubyFunctionInstantiator
    def self.empty = binding
  end
end
