include Notify
