Puppet::Functions.create_function(:'ntp::signed') do
  dispatch :one do
    param 'Integer[1]', :count
    optional_param 'Enum[a, b]', :mode
  end

  dispatch :two do
    param 'String', :name
    block_param
  end

  def one(count, mode = 'a')
    count
  end

  def two(name)
    yield(name)
  end
end
