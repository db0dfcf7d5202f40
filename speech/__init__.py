"""Sound in, sound out, and one question: which of these phrases did they say, if any?"""
