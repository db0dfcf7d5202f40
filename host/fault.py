"""What can go wrong at the host's own desk: each message is one plain sentence that names the remedy."""


class HostFault(Exception):
    """The host cannot go on. ``str()`` is the sentence for people; the session, if one was begun, is kept."""
