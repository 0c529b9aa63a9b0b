class c($port = 80, $names = ['a', 'b']) {
  file { '/c.conf':
    content => inline_epp(@(END), { 'p' => $port }),
      <%- | Integer $p | -%>
      port = <%= $p %>
      <% $names.each |$i, $n| { -%>
      name<%= $i %> = <%= $n.upcase %>
      <% } -%>
      | END
  }
}
include c
