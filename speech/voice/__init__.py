"""The mouth's voices: who speaks (``Voice``), and who turns words into sound (``Synthesiser``)."""

from speech.voice.cast import host_voice, player_voices
from speech.voice.synthesiser import Pyttsx3Synthesiser
from speech.voice.voice import Synthesiser, Voice

__all__ = ["Pyttsx3Synthesiser", "Synthesiser", "Voice", "host_voice", "player_voices"]
