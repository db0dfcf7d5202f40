"""PortAudio's devices: is there any, and which one is meant?"""

from __future__ import annotations

from typing import Any, Literal

from speech.fault import DeviceFault

Kind = Literal["input", "output"]

_REMEDY = "play with --typed at the keyboard, or with --mic FILE from a recording"


def load_portaudio() -> Any:
    """The module ``sounddevice``. Raises: DeviceFault: PortAudio is missing or does not start."""
    try:
        import sounddevice
    except OSError as error:
        raise DeviceFault(
            f"There is no PortAudio library: on Linux install the system package libportaudio2, or {_REMEDY}."
        ) from error
    except Exception as error:  # sounddevice starts PortAudio on import; its PortAudioError has no name yet
        raise DeviceFault(
            f"The sound system does not start ({error}): check the sound settings, or {_REMEDY}."
        ) from error
    return sounddevice


def find_device(sd: Any, kind: Kind, name: str | None) -> dict[str, Any]:
    """The device whose full name, or else a part of it, is ``name``; the system's default one for ``None``.

    Raises:
        DeviceFault: there is none.
    """
    noun = "microphone" if kind == "input" else "loudspeaker"
    devices: list[dict[str, Any]] = [device for device in sd.query_devices() if device[f"max_{kind}_channels"] > 0]
    if not devices:
        raise DeviceFault(f"There is no {noun}: plug one in, or {_REMEDY}.")
    if name is None:
        default = sd.default.device[kind]
        return next((device for device in devices if device["index"] == default), devices[0])
    exact = [device for device in devices if full_name(sd, device).lower() == name.lower()]
    partly = [device for device in devices if name.lower() in full_name(sd, device).lower()]
    if not partly:
        known = ", ".join(dict.fromkeys(device["name"] for device in devices))
        raise DeviceFault(f'There is no {noun} "{name}": choose one of {known}, or {_REMEDY}.')
    return (exact or partly)[0]


def full_name(sd: Any, device: dict[str, Any]) -> str:
    """With the host's interface, because Windows lists each device once for every interface."""
    return f"{device['name']}, {sd.query_hostapis(device['hostapi'])['name']}"
