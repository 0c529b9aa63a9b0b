# Lists the messages between a compilation and this process, each with its fields. `catalog/src/ruby/message` has the
# same lists for the other side, and a test compares them.

module Bunraku
  module Messages
    # The requests of a compilation. The method `do_NAME` of `Bunraku` does the request NAME, except `end`.
    REQUESTS = {
      begin: %i[state],
      load: %i[path name],
      call: %i[path dispatch arguments block numbers],
      load_legacy: %i[path name],
      legacy?: %i[name],
      call_legacy: %i[name arguments],
      type: %i[name],
      providers: %i[name],
      title: %i[name title],
      template: %i[path name code],
      yield: %i[number arguments],
      end: %i[],
    }.freeze
    # The messages of this process: questions and reports, and finally one reply to each request.
    REPLIES = {
      return: %i[value],
      not_found: %i[],
      left: %i[],
      error: %i[classes message number position exception],
      ask: %i[block caller question arguments],
      read: %i[kind name],
      ended: %i[],
    }.freeze
    # The answers to a question.
    ANSWERS = {
      answer: %i[value],
      raise: %i[number class message exception],
      leave: %i[value],
      not_found: %i[],
    }.freeze
    # The questions.
    QUESTIONS = {
      call: %i[name arguments at_top],
      function?: %i[name],
      yield: %i[lambda arguments],
      log: %i[level source message],
      changed: %i[changes],
      stack: %i[],
      find_file: %i[folder file],
      parse: %i[text file],
      evaluate: %i[scope text file],
      variable: %i[scope name numbered],
      variables: %i[scope names outer undef numbered],
      local_variable: %i[scope name inner],
      set_variable: %i[scope name value],
      scope: %i[scope],
      scope_text: %i[scope],
      scope_resource: %i[scope],
      defaults: %i[scope type_name],
      class_scope: %i[name],
      fact: %i[name],
      facts: %i[],
      settings: %i[],
      resource: %i[type_name title],
      resource?: %i[type_name title],
      resource_facts: %i[type_name title],
      resources: %i[],
      parameter: %i[type_name title name],
      attributes: %i[type_name title],
      tags: %i[type_name title],
      change: %i[type_name title what name value],
      known_attribute?: %i[type_name title name],
      name_attributes: %i[type_name],
      definition: %i[kind name],
      definitions: %i[kind],
      type_kind: %i[type_name],
      containment: %i[],
      classes: %i[],
      catalog_tags: %i[],
      add_to_catalog: %i[what name],
      type: %i[text],
      text: %i[value],
      parts: %i[ty],
      instance: %i[ty value],
      assignable: %i[ty other],
      generalize: %i[ty],
      infer: %i[value detailed],
      given: %i[object],
      inspect: %i[value],
      matches: %i[range version],
      method: %i[object name arguments],
      method?: %i[object name],
      entries: %i[context],
      lookup: %i[config global_only options],
      lookup_step: %i[config global_only what key merge overrides defaults],
      merge: %i[strategy first second],
      merge_strategy: %i[strategy],
    }.freeze
  end
end
