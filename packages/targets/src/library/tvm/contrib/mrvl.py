"""Where a tool works."""


def get_working_dir():
    return "."
