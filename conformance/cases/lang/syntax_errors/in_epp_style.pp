# in epp style
<% notice(1) %>
