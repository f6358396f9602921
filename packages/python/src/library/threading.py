# Nothing runs at the same time: a lock is only counted.
from _evaluator import unavailable


class Lock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        if self._count and not isinstance(self, RLock):
            if not blocking or timeout >= 0:
                return False
            raise RuntimeError("threading.Lock: this would wait without an end")
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError("release unlocked lock" if not isinstance(self, RLock) else "cannot release un-acquired lock")
        self._count -= 1

    def locked(self):
        return self._count > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, kind, value, traceback):
        self.release()


class RLock(Lock):
    pass


class local:
    pass


def get_ident():
    return 1


class Thread:
    def __init__(self, *args, **kwargs):
        unavailable("threading.Thread() is")
