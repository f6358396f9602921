import functools
import sys


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return None


class ContextDecorator:
    def __call__(self, func):
        @functools.wraps(func)
        def inner(*args, **kwargs):
            with self._recreate_cm():
                return func(*args, **kwargs)

        return inner

    def _recreate_cm(self):
        return self


class _GeneratorContextManager(ContextDecorator):
    def __init__(self, func, args, kwargs):
        self.gen = func(*args, **kwargs)
        self._made = func, args, kwargs

    def _recreate_cm(self):
        return self.__class__(*self._made)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, value, traceback):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = kind()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            return stop is not value
        except RuntimeError as error:
            if error is value or isinstance(value, StopIteration) and error.__cause__ is value:
                return False
            raise
        except BaseException as error:
            if error is not value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    @functools.wraps(func)
    def helper(*args, **kwargs):
        return _GeneratorContextManager(func, args, kwargs)

    return helper


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, self._exceptions)


class _Redirect(AbstractContextManager):
    def __init__(self, new_target):
        self._target = new_target
        self._before = []

    def __enter__(self):
        self._before.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, *details):
        setattr(sys, self._stream, self._before.pop())


class redirect_stdout(_Redirect):
    _stream = "stdout"


class redirect_stderr(_Redirect):
    _stream = "stderr"


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *details):
        self.thing.close()


class ExitStack(AbstractContextManager):
    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        result = type(manager).__enter__(manager)
        self.push(manager)
        return result

    def push(self, exit):
        if hasattr(type(exit), "__exit__"):
            self._exits.append(lambda *details: type(exit).__exit__(exit, *details))
        else:
            self._exits.append(exit)
        return exit

    def callback(self, func, /, *args, **kwargs):
        self._exits.append(lambda *details: func(*args, **kwargs) and False)
        return func

    def pop_all(self):
        made = type(self)()
        made._exits, self._exits = self._exits, []
        return made

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, kind, value, traceback):
        error = value
        while self._exits:
            try:
                details = (None, None, None) if error is None else (type(error), error, None)
                if self._exits.pop()(*details):
                    error = None
            except BaseException as raised:
                error = raised
        if error is not None and error is not value:
            raise error
        return value is not None and error is None
