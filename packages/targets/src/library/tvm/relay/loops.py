"""Loops as functions that call themselves."""
from tvm.relay import expr as _expr, scope_builder as _scope_builder
from tvm.relay.function import Function as _Function


def while_loop(cond, loop_vars, loop_bodies):
    builder = _scope_builder.ScopeBuilder()
    loop = _expr.Var("while_loop")
    params = []
    for at, given in enumerate(loop_vars):
        name = given.name_hint if isinstance(given, _expr.Var) else f"arg{at}"
        params.append(_expr.var(name, type_annotation=builder.type_of(given)))
    with builder.if_scope(cond(*params)):
        builder.ret(loop(*loop_bodies(*params)))
    with builder.else_scope():
        builder.ret(_expr.Tuple(params))
    return _expr.Let(loop, _Function(params, builder.get()), loop)
