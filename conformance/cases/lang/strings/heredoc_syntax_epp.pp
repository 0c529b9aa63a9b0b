# spec: 001 "Enabling syntax checking": templates are checked
notice(@(A:epp))
<% $x = = 1 %>
|- A
