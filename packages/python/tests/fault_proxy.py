"""A proxy that loses answers of the service after it has received them: the requests have had their effect."""
from __future__ import annotations

import socket
import threading
from urllib.parse import urlsplit


class FaultProxy:
    """Forwards TCP connections to the service of a URL."""

    def __init__(self, url: str) -> None:
        target = urlsplit(url)
        self._target = (target.hostname or "", target.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        #: Number of answers that are lost from now on, whole, or from their last bytes on.
        self.lost = 0
        self.broken = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Closes all connections; new ones pass."""
        with self._lock:
            sockets = list(self._open)
        for each in sockets:
            _shut(each)

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(self._target)
            with self._lock:
                self._open |= {client, server}
            threading.Thread(target=self._forward, args=(client, server), daemon=True).start()
            threading.Thread(target=self._answer, args=(server, client), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        try:
            while data := client.recv(65536):
                server.sendall(data)
        except OSError:
            pass
        self._end(client, server)

    def _answer(self, server: socket.socket, client: socket.socket) -> None:
        try:
            while data := server.recv(65536):
                if self.lost > 0:
                    self.lost -= 1
                    break
                if self.broken > 0:
                    self.broken -= 1
                    while not data.partition(b"\r\n\r\n")[2]:
                        data += server.recv(65536)
                    client.sendall(data[:-5])
                    break
                client.sendall(data)
        except OSError:
            pass
        self._end(client, server)

    def _end(self, *sockets: socket.socket) -> None:
        for each in sockets:
            _shut(each)
        with self._lock:
            self._open -= set(sockets)


def _shut(each: socket.socket) -> None:
    try:
        each.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    each.close()
