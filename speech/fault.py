"""Faults of devices and models. Each message is one plain sentence that names the remedy."""


class SpeechFault(Exception):
    """Something outside our control is missing or broken. ``str()`` is the sentence for people."""


class DeviceFault(SpeechFault):
    """A microphone or a loudspeaker."""


class VoiceFault(SpeechFault):
    """The synthesis."""


class VocabularyFault(SpeechFault):
    """A vocabulary that the recogniser cannot hear."""


class SoundFileFault(SpeechFault):
    """A recording that cannot be read or written."""
