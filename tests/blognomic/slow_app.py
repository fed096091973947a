"""An application that takes its time, to be served by the processes under test: /?SECONDS."""

import os
import time
from collections.abc import Callable


def app(environ: dict, start_response: Callable) -> list[bytes]:
    """Says which process answers."""
    time.sleep(float(environ["QUERY_STRING"]))
    said = str(os.getpid()).encode()
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]
