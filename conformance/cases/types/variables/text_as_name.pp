# spec: 000 "Qualified Name and Qualified Reference to String": a text is no name
notice($"x")
