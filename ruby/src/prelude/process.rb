# Runs the process. It forks a child for each compilation, so that no compilation sees the constants, class variables,
# globals and required files that the code of another compilation has left.

module Bunraku
  module Life
    PR_SET_CHILD_SUBREAPER = 36
    # The number of the system call `prctl` by platform. On other platforms, a daemon that code starts is not ended.
    PRCTL = { 'x86_64-linux' => 157, 'aarch64-linux' => 167 }.find { |name, _| RUBY_PLATFORM.start_with?(name) }&.last

    # The interval in seconds between two checks that the parent is alive.
    PATIENCE = 0.25

    class << self
      def run
        # a descendant becomes a child of this process when its own parent ends
        syscall(PRCTL, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) if PRCTL
        Signal.trap('TERM') { finish(1) }
        watch { finish(1) }
        loop { compile(Bunraku.receive) }
      end

      private

      def compile(request)
        told, tell = IO.pipe
        child = fork do
          told.close
          Signal.trap('TERM', 'DEFAULT')
          watch { exit!(1) }
          Bunraku.serve(request)
          tell.write(['ended', *Bunraku.loaded].join("\n"))
          exit!(0)
        end
        tell.close
        status = ended(child)
        end_descendants
        words = told.read.split("\n")
        told.close
        end_as(status) unless words.shift == 'ended'

        # loads these libraries here too, so that the next child need not load them
        words.each { |name| Object.const_get(name) }
        Bunraku.say(:ended)
      end

      # Waits for the child and returns its status. `finish` waits for it as well.
      def ended(child)
        status = Process.wait2(child).last
        @is_finishing ? sleep : status
      rescue Errno::ECHILD
        sleep
      end

      # Ends with the same status or signal as the child, so that bunraku learns the reason.
      def end_as(status)
        if status.signaled?
          Signal.trap(status.termsig, 'DEFAULT') unless status.termsig == Signal.list['KILL']
          Process.kill(status.termsig, Process.pid)
          sleep 1
        end
        exit!(status.exitstatus.to_i.zero? ? 1 : status.exitstatus)
      end

      def finish(code)
        @is_finishing = true
        end_descendants
        exit!(code)
      end

      # Ends all processes that the code has started, even those that have left the group and the session.
      def end_descendants
        until (all = children).empty?
          all.each do |pid|
            Process.kill(:KILL, pid)
            Process.wait(pid)
          rescue SystemCallError
            nil
          end
        end
      end

      # Returns the children of this process, from the kernel's list for each thread. If the kernel has no such lists,
      # looks at all processes.
      def children
        lists = Dir.glob('/proc/self/task/*/children')
        return children_among_all if lists.empty?

        lists.flat_map do |path|
          File.read(path).split.map(&:to_i)
        rescue SystemCallError
          []
        end
      end

      def children_among_all
        Dir.glob('/proc/[0-9]*/stat').filter_map do |path|
          parent = File.read(path).rpartition(')').last.split[1]
          path.split('/')[2].to_i if parent.to_i == Process.pid
        rescue SystemCallError
          nil
        end
      end

      # Starts a thread that runs the block when the parent has ended.
      def watch(&block)
        Thread.new(Process.ppid) do |parent|
          sleep PATIENCE while Process.ppid == parent
          block.call
        end
      end
    end
  end
end

Object.send(:private_constant, :Bunraku)
