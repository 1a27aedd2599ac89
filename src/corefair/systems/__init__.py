"""Coreference resolvers: planted behaviour with known answers, and adapters to systems outside."""
