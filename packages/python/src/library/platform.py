system, machine, python_version, python_implementation = lambda: "Linux", lambda: "x86_64", lambda: "3.11.7", lambda: "CPython"
