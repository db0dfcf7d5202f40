"""The phrase scorer: how likely is each asked phrase, given the sound? Constrained decoding over Moonshine."""
