"""Relayscope from Python: look at a Relay module, or at what every pass made of it, in the browser. For TVM 0.8 to 0.19.

    import relayscope

    relayscope.show(mod, target="dnnl")            # opens the page on the module
    relayscope.show(mod, target="mine")            # your own target: the imported file that registers it is sent along
    print(relayscope.link(mod, target="dnnl"))     # the same as a link, to send to somebody

    with tvm.transform.PassContext(opt_level=3, instruments=[relayscope.Recorder("run.jsonl")]):
        mod = partition_for_dnnl(mod, params)      # drop run.jsonl on the page: every pass, as TVM ran it

One file, nothing to install but TVM itself; copy it beside your script. A link holds the module's text and is read in the browser alone:
nothing is sent anywhere. The text has no metadata, so constants come with their types and without their data.
"""

import base64
import inspect
import json
import os
import re
import struct
import sys
import tempfile
import webbrowser
import zlib

#: Where the page is served. `npm start` serves it here; set RELAYSCOPE_PAGE, or pass `page=`, for another place.
PAGE = os.environ.get("RELAYSCOPE_PAGE", "http://127.0.0.1:4173/")

#: Some programs cut links that are longer.
SAFE_CHARACTERS = 4_000

_MAX_BYTES = 8 * 1024 * 1024

#: Targets that the page has; the files of others are sent along.
_BUILT_IN = set(
    "byoc-target custom dnnl tensorrt cutlass cublas cudnn arm_compute_lib bnns clml mrvl cmsis-nn ethos-n ethos-u coremlcompiler vitis_ai".split()
)

_MAX_FILES = 20


def text_of(mod):
    """The module (or function, or expression) as text without metadata; a string stays as it is."""
    if isinstance(mod, str):
        return mod
    return mod.astext(show_meta_data=False)


def files_of(target):
    """The imported Python files that register a target, [(path, text)]: the one that names it first, then what is next to it and is imported too.

    Empty where there is none. Paths begin at `python/tvm`, or are the files' own names, so that they say nothing of the machine.
    """
    quoted = "[\"']" + re.escape(target) + "[\"']"
    signs = [
        [r"register_pattern_table\(\s*" + quoted],
        ["[\"']target\\." + re.escape(target) + "[\"']"],
        ["register_pattern_table|UMABackend|register_op_attr", quoted],
    ]
    sources = {}
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", {})
        if module is sys.modules[__name__] or not any(n in names for n in ("tvm", "relay", "register_pattern_table", "UMABackend")):
            continue
        try:
            sources[module.__name__] = module, inspect.getsource(module)
        except (OSError, TypeError):  # it has no file, as a notebook has none
            continue
    for sign in signs:
        found = [name for name, (_, text) in sources.items() if all(re.search(part, text) for part in sign)]
        if found:
            break
    else:
        return []
    main, text = sources[found[0]]
    out = {_path_in_tvm(main): text}
    folder = os.path.dirname(os.path.abspath(inspect.getsourcefile(main)))
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None) or ""
        if len(out) < _MAX_FILES and path.endswith(".py") and os.path.dirname(os.path.abspath(path)) == folder:
            stem = os.path.basename(path)[:-3]
            if re.search(r"(?m)^\s*(?:from|import)\b.*\b" + re.escape(stem) + r"\b", text):
                out.setdefault(_path_in_tvm(module), inspect.getsource(module))
    return list(out.items())


def _path_in_tvm(module):
    if module.__name__.startswith("tvm."):
        return "python/" + module.__name__.replace(".", "/") + ".py"
    return os.path.basename(inspect.getsourcefile(module))


def link(mod, target=None, patterns=None, operators=None, pipeline=None, title=None, note=None, page=None, files=None):
    """A link that opens the page on `mod`.

    target     name of a target; with `patterns` or `operators` a target of your own; else the imported file that registers it is sent along
    patterns   [(composite name, pattern text)], in the order of the pattern table: [("mine.relu", 'is_op("nn.relu")(wildcard())')]
    operators  names of operators that the target takes
    pipeline   [pass name] or [(pass name, {option: value})]; without it the target's own flow
    files      [path] or [(name, text)] of the Python files that define the target, in place of those that are found; [] for none
    title      a line, shown to who opens the link
    note       plain text, shown below it
    Raises ValueError where the module is too large for a link (8 MiB of text).
    """
    header = {}
    if target is not None:
        header["target"] = target
    if patterns is not None or operators is not None:
        header["target"] = target or "mine"
        header["customTargets"] = [
            {
                "name": header["target"],
                "patterns": [{"name": name, "pattern": pattern} for name, pattern in patterns or []],
                "operators": list(operators or []),
            }
        ]
    elif target is not None and (files is not None or target not in _BUILT_IN):
        given = [_read(file) for file in files] if files is not None else files_of(target)
        if given:
            own = [{"name": name, "text": text} for name, text in given]
            header["customTargets"] = [{"name": target, "patterns": [], "operators": [], "files": own}]
    if pipeline is not None:
        steps = [(step, {}) if isinstance(step, str) else step for step in pipeline]
        header["pipeline"] = [{"pass": name, "options": dict(options)} for name, options in steps]
    if title is not None:
        header["title"] = title
    if note is not None:
        header["note"] = note
    return (page or PAGE) + "#" + _fragment(header, text_of(mod))


def _read(file):
    if not isinstance(file, (str, os.PathLike)):
        return file
    with open(file, encoding="utf-8") as opened:
        return os.path.basename(file), opened.read()


def show(mod, target=None, **options):
    """Opens the page on `mod` in a browser; takes what `link` takes. Answers the link."""
    address = link(mod, target, **options)
    if len(address) <= SAFE_CHARACTERS:
        webbrowser.open(address)
        return address
    # A command line would cut it: a page that goes on to the link is opened instead.
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False, encoding="utf-8") as file:
        file.write("<!doctype html><meta charset=utf-8><title>Relayscope</title><script>location.replace(%s)</script>" % json.dumps(address).replace("<", "\\u003c"))
    webbrowser.open("file://" + file.name)
    return address


def _fragment(header, text):
    content = (json.dumps(header, ensure_ascii=False, separators=(",", ":")) + "\n" + text).encode("utf-8")
    if len(content) > _MAX_BYTES:
        raise ValueError("The module has more than 8 MiB of text, too much for a link. Record it to a file instead: Recorder(path).record(name, mod).")
    length, prefix = len(content), bytearray()
    while True:
        prefix.append(length & 127 | (128 if length > 127 else 0))
        length >>= 7
        if length == 0:
            break
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    packed = packer.compress(content) + packer.flush()
    payload = bytes(prefix) + packed
    # Version 2 of links: a checksum of what stands before the dot and of the payload, and the payload.
    checksum = struct.pack("<I", zlib.crc32(b"s2r" + payload))
    return "s=2r." + base64.urlsafe_b64encode(checksum + payload).decode("ascii").rstrip("=")


class _Recording:
    """What a recorder does; `Recorder` is this as a PassInstrument."""

    def __init__(self, path, nested):
        self.path = path
        self.nested = nested
        self.running = []
        self.last = None
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(json.dumps({"relayscope": "run", "version": 1, "tvm": _tvm_version()}) + "\n")

    def record(self, name, mod, level=None):
        """Writes a stage of your own making: `recorder.record("after my rewrite", mod)`."""
        text = text_of(mod)
        stage = {"pass": name}
        if level is not None:
            stage["opt_level"] = level
        if text == self.last:
            stage["unchanged"] = True
        else:
            stage["text"] = text
            self.last = text
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(stage, ensure_ascii=False) + "\n")

    def before(self, mod, info):
        if self.last is None and _is_relay(mod):
            self.record("Input", mod)
        self.running.append(str(info.name))

    def after(self, mod, info):
        # Where a pass raised, those around it end without a word.
        while self.running and self.running.pop() != str(info.name):
            pass
        if str(info.name) == _SEQUENCE or not _is_relay(mod):
            return
        if self.nested or all(name == _SEQUENCE for name in self.running):
            self.record(str(info.name), mod, int(info.opt_level))


#: How TVM calls a list of passes that is a pass itself.
_SEQUENCE = "sequential"


def _is_relay(mod):
    """Whether a module holds Relay: lowering goes on to functions of tensor programs, which the page does not draw."""
    try:
        from tvm import relay

        return any(isinstance(function, relay.Function) for function in mod.functions.values())
    except Exception:  # a module that cannot be asked is not recorded
        return False


def _tvm_version():
    try:
        import tvm

        return tvm.__version__
    except ImportError:
        return None


def Recorder(path, nested=False):  # noqa: N802, it reads as the class that it makes
    """A PassInstrument that writes the module after every pass to `path`, a line of JSON a stage; drop the file on the page.

    nested  whether passes that run inside of others (InferType inside MergeComposite) are stages, too
    A pass that left the module as it was is recorded as unchanged, without a text. Needs TVM 0.8 or newer.
    """
    from tvm.ir.instrument import pass_instrument

    recording = _Recording(path, nested)

    @pass_instrument
    class RelayscopeRecorder:
        def run_before_pass(self, mod, info):
            recording.before(mod, info)

        def run_after_pass(self, mod, info):
            recording.after(mod, info)

    recorder = RelayscopeRecorder()
    recorder.record = recording.record
    return recorder
