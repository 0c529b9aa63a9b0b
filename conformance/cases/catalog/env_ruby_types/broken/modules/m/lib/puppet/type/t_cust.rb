class MyErr < StandardError; def message; 'custom words'; end; end
raise MyErr
