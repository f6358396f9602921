"""Cases as JSON lines on standard input, each answered in a process of its own: the reference may hang, and ends its process on some inputs."""
import json
import os
import signal
import sys


# What tables and flows of tensorrt ask of their target, as the reference's own defaults.
TENSORRT = {
    "use_implicit_batch": True,
    "use_fp16": False,
    "use_uint8": False,
    "remove_no_mac_subgraphs": False,
    "max_workspace_size": 1 << 30,
    "tensorrt_version": [6, 0, 1],
}


def last_line(error):
    """What an error says in the end."""
    lines = [line for line in str(error).strip().splitlines() if line]
    return lines[-1][:200] if lines else "error"


def answer_each(answered, seconds, prepare=lambda case: None, reports_end=True):
    """Prints {"id", **answered(case)} for each case, or {"id", "error"} where that raises; what the case's process is to find ready, `prepare` makes.
    A case that ended its process, or took longer than `seconds`, has an error for an answer, or none without `reports_end`."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 2)
    for line in sys.stdin:
        case = json.loads(line)
        prepare(case)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            signal.alarm(seconds)
            try:
                answer = answered(case)
            except Exception as error:  # the reference's own error is the answer
                answer = {"error": last_line(error)}
            write(case, answer)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status and reports_end:
            write(case, {"error": f"ended with status {status}"})


def write(case, answer):
    """On a line of its own, whatever the reference printed before."""
    sys.stdout.write("\n" + json.dumps({"id": case["id"], **answer}) + "\n")
    sys.stdout.flush()
