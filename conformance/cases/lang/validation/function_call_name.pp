# what can be called
'notice'(1)
$x(1)
(notice)(1)
