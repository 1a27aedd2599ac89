"""Tests of coreference resolvers: whom is a pronoun taken for, and is that right as often for each group?"""
