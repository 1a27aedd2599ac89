"""Programs that run pre-trained resolvers in interpreters of their own; nothing here imports corefair."""
