Puppet::Functions.create_function(:'m::year') do
  dispatch :year do
    param 'String', :text
  end

  def year(text)
    if true && (/(?<year>\d{4})-(?<month>\d\d)?/ =~ text)
      [year, month, $~[0]]
    elsif /(?<word>[a-z]+)/ =~ text
      [word, year]
    else
      [year, word]
    end
  end
end
