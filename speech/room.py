"""A room: one loudspeaker, one microphone and one clock, in three kinds that look the same from here.

The sound card (``sound_card.py``), a pair of WAV files (``wav_room.py``) and the rehearsal's simulated room
(``simulated_room.py``).
"""

from __future__ import annotations

from typing import Protocol

from speech.sound import Samples


class Room(Protocol):
    """Used by one thread, as a context manager (entering opens the devices, leaving closes them).

    Playing and listening alternate: the host does not listen while it is audible. ``hold_off_s`` after the last
    sample is *heard* (output latency included) belongs to the playing.
    """

    def __enter__(self) -> Room: ...

    def __exit__(self, *exc: object) -> None: ...

    @property
    def now_s(self) -> float:
        """Seconds since the room was opened; jumps in the simulated room, never runs backwards."""
        ...

    def play(self, sound: Samples) -> None:
        """Play to the end, wait for the hold-off, and drop what the microphone took in meanwhile.

        Raises:
            DeviceFault: the loudspeaker is gone and did not come back.
        """
        ...

    def block(self) -> Samples | None:
        """The next 512 samples from the microphone (waits for them); ``None`` when there will be no more.

        Raises:
            DeviceFault: the microphone is gone and did not come back.
        """
        ...


class PeopledRoom(Room, Protocol):
    """A room into which simulated players speak, at the moments that they have announced."""

    @property
    def pending_until_s(self) -> float:
        """When the last utterance spoken into the room so far will be over; ``now_s`` or earlier when all are."""
        ...

    def speak(self, sound: Samples, at_s: float, level_db: float = 0.0) -> None:
        """Let a player speak from the moment ``at_s`` on, ``level_db`` over the usual loudness."""
        ...
