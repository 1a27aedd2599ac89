"""Language models as choosers: asked, question by question, who a pronoun is."""
