"""Runs programs, one JSON string a line, and answers what each prints and how it ends, one JSON string a line."""
import contextlib
import io
import json
import logging
import resource
import signal
import sys
import traceback
import warnings


class Handler(logging.Handler):
    def emit(self, record):
        print(f"{record.levelname}:{record.name}:{record.getMessage()}")


def show(message, category, filename, lineno, file=None, line=None):
    print(f"{category.__name__}:warnings:{message}")


class TooLong(BaseException):
    pass


def stop(*_):
    raise TooLong


def run(text):
    out = io.StringIO()
    end = ""
    logging.root.handlers[:] = [Handler()]
    logging.root.setLevel(logging.WARNING)
    for name in list(logging.root.manager.loggerDict):
        del logging.root.manager.loggerDict[name]
    warnings.resetwarnings()
    warnings.simplefilter("always")
    warnings.simplefilter("ignore", SyntaxWarning)
    warnings.showwarning = show
    with contextlib.redirect_stdout(out):
        try:
            signal.setitimer(signal.ITIMER_REAL, 5)
            exec(compile(text, "main.py", "exec"), {"__name__": "__main__", "__builtins__": __builtins__, "__doc__": None, "__package__": ""})
        except SyntaxError as error:
            if error.filename == "main.py":
                end = f"{type(error).__name__}: {error.msg} (line {error.lineno})"
            else:
                end = f"{type(error).__name__}: {error}"
        except TooLong:
            return None
        except BaseException as error:
            lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "main.py"]
            try:
                message = str(error)
            except Exception:
                message = ""
            end = type(error).__name__ + (f": {message}" if message else "") + f" (line {', '.join(map(str, lines))})"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return out.getvalue() + end


def main():
    signal.signal(signal.SIGALRM, stop)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    for line in sys.stdin:
        try:
            answer = run(json.loads(line))
        except BaseException as error:
            answer = f"reference: {error!r}"
        sys.__stdout__.write(json.dumps(answer) + "\n")
        sys.__stdout__.flush()


main()
