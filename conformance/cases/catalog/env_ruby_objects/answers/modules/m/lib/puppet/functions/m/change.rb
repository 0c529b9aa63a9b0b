Puppet::Functions.create_function(:'m::change') do
  dispatch :run do
    param 'Any', :value
  end

  def run(value)
    mine = call_function('m::given', value)
    mine['list'] << 'new'
    mine['hash'].each { |_, conf| conf['port'] ||= '1' }
    mine['text'] << '!'
    mine.delete('gone')
    kind = call_function('m::kinds')
    [mine, kind.size, call_function('m::given', value)]
  end
end
