"""Names of what is generated."""


def mangle_module_name(mod_name):
    if mod_name and not mod_name.isascii():
        raise ValueError(mod_name + " contains invalid characters")
    return "tvmgen_" + mod_name if mod_name else "tvmgen"
