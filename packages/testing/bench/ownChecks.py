"""Times the checks of target files: cases {"id", "text", "file"} a line in; {"id", "calls", "us"} out, where "us" is what all calls take together.

Each case loads its file in a process of its own. Checks are asked what MergeComposite asks them, again and again. RELAYSCOPE_ORACLE names the
folder of the reference's scripts.
"""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fuzz"))
sys.path.insert(0, os.environ["RELAYSCOPE_ORACLE"])

import own_target  # noqa: E402
import reference as ref  # noqa: E402
import tvm  # noqa: E402
from each_case import answer_each  # noqa: E402
from tvm import relay  # noqa: E402

RUNS = 20


def asking(check, asked):
    def call(node):
        asked.append((check, node))
        return check(node)

    return call


def timed(check, node):
    """Microseconds of a call, of this thread alone: the median of some."""
    times = []
    for _ in range(RUNS):
        begin = time.thread_time()
        try:
            check(node)
        except Exception:  # a check that raises takes its time, too
            pass
        times.append((time.thread_time() - begin) * 1e6)
    return sorted(times)[RUNS // 2]


def answered(case):
    target = own_target.Target(case)
    asked = []
    table = [(entry[0], entry[1], asking(entry[2], asked)) if len(entry) == 3 else tuple(entry) for entry in target.table]
    with tvm.transform.PassContext(opt_level=3):
        module = relay.transform.InferType()(ref.parsed(case["text"]))
        try:
            relay.transform.MergeComposite(table)(module)
        except Exception:  # what was asked until then counts
            pass
        return {"calls": len(asked), "us": sum(timed(check, node) for check, node in asked)}


if __name__ == "__main__":
    answer_each(answered, 60)
