# spec: 001 "End text": both end texts match exactly
$x = @(End)
  end
  END
  End
notice($x)
