# Reports to the evaluation what code reads from outside: files, folders, commands, environment variables, the time.
# Does so only while read sets are recorded.

module Bunraku
  module Reads
    # The methods whose result the evaluation can check again later, and the kinds of what they read.
    EXACT = {
      File => { read: :file, binread: :file, readlines: :file, foreach: :file, exist?: :exists, file?: :is_file, directory?: :is_folder },
      IO => { read: :file, binread: :file, readlines: :file, foreach: :file },
      Dir => { exist?: :is_folder },
      FileTest => { exist?: :exists, file?: :is_file, directory?: :is_folder },
    }.freeze
    # The other methods, and what they read.
    VOLATILE = {
      File => [%i[open new size size? zero? empty? stat lstat mtime ctime atime readable? executable? writable? symlink? readlink realpath
                  realdirpath ftype owned? identical? world_readable? pipe? socket?], 'a file'],
      FileTest => [%i[size size? zero? empty? readable? executable? writable? symlink? owned? identical?], 'a file'],
      IO => [%i[popen sysopen pipe], 'a command or a file'],
      Dir => [%i[glob [] entries children each_child foreach new open empty? pwd getwd home], 'a folder'],
      Process => [%i[spawn clock_gettime uid euid gid egid pid ppid], 'the process'],
      Random => [%i[rand new new_seed bytes random_number seed], 'a random number'],
    }.freeze
    KERNEL = {
      '`': 'a command', system: 'a command', spawn: 'a command', exec: 'a command', fork: 'a process', open: 'a file',
      rand: 'a random number', srand: 'a random number', test: 'a file',
    }.freeze
    # Libraries that code may load later, and their methods that read something from outside.
    LATE = {
      Date: %i[today], DateTime: %i[now],
      SecureRandom: %i[bytes hex base64 urlsafe_base64 uuid random_number random_bytes alphanumeric rand],
      Etc: %i[getlogin getpwnam getpwuid getgrnam getgrgid passwd group nprocessors uname],
      Socket: %i[new open gethostname getaddrinfo getifaddrs ip_address_list tcp udp unix],
      TCPSocket: %i[new open gethostbyname], UDPSocket: %i[new open], UNIXSocket: %i[new open],
      IPSocket: %i[getaddress], Addrinfo: %i[getaddrinfo foreach],
    }.freeze
    # Methods that read a single environment variable.
    SINGLE = %i[[] fetch key? has_key? include? member?].freeze

    class << self
      # Starts to record.
      def begin
        @seen = {}
        EXACT.each { |owner, names| names.each { |name, kind| exactly(owner, name, kind) } }
        VOLATILE.each { |owner, (names, what)| names.each { |name| loosely(owner, name, what) } }
        KERNEL.each { |name, what| loosely(Kernel, name, what) }
        environment
        time
        libraries
      end

      # Reports a read, unless it has been reported before.
      def note(kind, name)
        return if @seen.nil? || @seen[[kind, name]]

        @seen[[kind, name]] = true
        Bunraku.say(:read, kind.to_s, name.to_s)
      end

      # Returns whether the caller reads for the module's code. Reads for bunraku's own purposes are not reported.
      def for_itself?(owner)
        path = caller_locations(2, 1)&.first&.path.to_s
        return !path.start_with?('<internal:') unless path.start_with?('bunraku/')

        case path.delete_prefix('bunraku/')
        when 'serve.rb', 'process.rb', 'reads.rb' then false
        when 'resource_type.rb' then ![File, Dir].include?(owner)
        when 'tagging.rb', 'environment.rb' then owner != Time
        else true
        end
      end

      # Wraps the methods of libraries that have been loaded since the last call.
      def patch
        LATE.each do |name, methods|
          next if @patched[name] || !Object.const_defined?(name) || Object.autoload?(name)

          @patched[name] = true
          owner = Object.const_get(name)
          methods.each { |method| loosely(owner, method, "the library #{name}") }
        end
      end

      private

      def exactly(owner, name, kind)
        around(owner, owner.singleton_class, name) do |path, *|
          text = path.respond_to?(:to_path) ? path.to_path : path
          known = text.is_a?(String) && !text.start_with?('|')
          note(*(known ? [kind, File.expand_path(text)] : [:volatile, 'a file']))
        end
      end

      def loosely(owner, name, what)
        place = owner == Kernel ? owner : owner.singleton_class
        around(owner, place, name) { |*| note(:volatile, what) }
      end

      # Wraps a method of `owner`, so that the block runs before it. `whose` is the class or module that code names.
      def around(whose, owner, name, &before)
        return unless owner.method_defined?(name) || owner.private_method_defined?(name)

        whole = owner.instance_method(name)
        is_private = owner.private_method_defined?(name)
        owner.send(:define_method, name) do |*arguments, **options, &block|
          before.call(*arguments) if Bunraku::Reads.for_itself?(whose)
          whole.bind_call(self, *arguments, **options, &block)
        end
        owner.send(:private, name) if is_private
        owner.send(:module_function, name) if owner == Kernel && Kernel.singleton_class.method_defined?(name)
      end

      def environment
        (ENV.singleton_methods(false) - %i[inspect to_s freeze]).each do |name|
          around(ENV, ENV.singleton_class, name) do |variable, *|
            note(*(SINGLE.include?(name) && variable.is_a?(String) ? [:environment, variable] : [:volatile, 'the environment of the process']))
          end
        end
      end

      def time
        loosely(Time, :now, 'the time')
        around(Time, Time.singleton_class, :new) { |*given| note(:volatile, 'the time') if given.empty? }
      end

      # Wraps libraries when code loads them.
      def libraries
        @patched = {}
        patch
        whole = Kernel.instance_method(:require)
        required = proc do |name|
          loaded = whole.bind_call(self, name)
          Bunraku::Reads.patch
          loaded
        end
        Kernel.define_method(:require, &required)
        Kernel.send(:private, :require)
        Kernel.define_singleton_method(:require, &required)
      end
    end
  end
end
