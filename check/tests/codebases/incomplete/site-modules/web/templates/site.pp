<% @nodes.each do |node| -%>
node '<%= node %>' { }
<% end -%>
