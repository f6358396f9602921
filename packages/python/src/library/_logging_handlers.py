# The handlers, filters and formatters of `logging`: files derive their own from these.
from _evaluator import unavailable


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        return all(f.filter(record) if hasattr(f, "filter") else f(record) for f in self.filters)


class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info=None, func=None, levelname=""):
        self.name = name
        self.msg = msg
        self.args = args[0] if len(args) == 1 and isinstance(args[0], dict) and args[0] else args
        self.levelno = level
        self.levelname = levelname
        self.pathname = pathname
        self.filename = pathname.rpartition("/")[2]
        self.module = self.filename.rpartition(".")[0] or self.filename
        self.lineno = lineno
        self.funcName = func
        self.exc_info = exc_info
        self.created = self.msecs = self.relativeCreated = 0.0
        self.process = self.thread = 1
        self.processName, self.threadName = "MainProcess", "MainThread"

    def getMessage(self):
        return str(self.msg) % self.args if self.args else str(self.msg)


class Formatter:
    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in ("%", "{"):
            unavailable(f"logging.Formatter() with style {style!r} is")
        self._fmt = fmt or ("%(message)s" if style == "%" else "{message}")
        self._style = style
        self._defaults = defaults or {}
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        return "1970-01-01 00:00:00,000"

    def formatMessage(self, record):
        values = {**self._defaults, **record.__dict__}
        return self._fmt % values if self._style == "%" else self._fmt.format(**values)

    def format(self, record):
        record.message = record.getMessage()
        if "asctime" in self._fmt:
            record.asctime = self.formatTime(record, self.datefmt)
        return self.formatMessage(record)


_plain = Formatter()


class Handler(Filterer):
    def __init__(self, level=0):
        Filterer.__init__(self)
        self.formatter = None
        self.name = None
        self.setLevel(level)

    def setLevel(self, level):
        from logging import getLevelName

        self.level = getLevelName(level) if isinstance(level, str) else level

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _plain).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        passed = self.filter(record)
        if passed:
            self.emit(record)
        return passed

    def acquire(self):
        pass

    release = createLock = flush = close = acquire

    def handleError(self, record):
        pass


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = stream

    def emit(self, record):
        # There is nothing to write to but a text in memory.
        if hasattr(self.stream, "getvalue"):
            self.stream.write(self.format(record) + self.terminator)


class FileHandler(StreamHandler):
    def __init__(self, filename, *args, **kwargs):
        StreamHandler.__init__(self)
        self.baseFilename = filename


class NullHandler(Handler):
    def emit(self, record):
        pass


class LoggerAdapter:
    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        msg, kwargs = self.process(msg, kwargs)
        self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(10, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(20, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(30, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(40, msg, *args, **kwargs)

    exception = error

    def critical(self, msg, *args, **kwargs):
        self.log(50, msg, *args, **kwargs)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)


def handle(logger, level, levelname, pathname, lineno, func, msg, args):
    record = LogRecord(logger.name, level, pathname, lineno, msg, args, None, func, levelname)
    if not all(f.filter(record) if hasattr(f, "filter") else f(record) for f in logger.filters):
        return
    while logger is not None:
        for handler in logger.handlers:
            if level >= handler.level:
                handler.handle(record)
        logger = logger.parent if getattr(logger, "propagate", True) else None
