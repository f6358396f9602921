"""A network with a memory, unrolled."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing.init import create_workload


def _types(num_hidden, batch_size, dtype):
    """The types of a state, a weight, a bias, and of all gates."""
    shapes = (batch_size, num_hidden), (4 * num_hidden, num_hidden), (4 * num_hidden,), (batch_size, 4 * num_hidden)
    return [relay.TensorType(shape, dtype) for shape in shapes]


def _parameters(prefix, weight, bias):
    return [relay.Var(f"{prefix(side)}_{part}", kind) for side in ("i2h", "h2h") for part, kind in (("weight", weight), ("bias", bias))]


def lstm_cell(num_hidden, batch_size=1, dtype="float32", name=""):
    builder = relay.ScopeBuilder()
    state, weight, bias, wide = _types(num_hidden, batch_size, dtype)
    result = relay.TupleType([state, relay.TupleType([state, state])])
    inputs, states = relay.Var("inputs", state), relay.Var("states", relay.TupleType([state, state]))
    weights = _parameters(lambda side: side, weight, bias)

    def dense(side, data, weight, bias):
        made = layers.dense_add_bias(data, units=num_hidden * 4, weight=weight, bias=bias, name=f"{name}{side}")
        return builder.let((side, wide), made)

    i2h = dense("i2h", inputs, *weights[:2])
    h2h = dense("h2h", relay.TupleGetItem(states, 0), *weights[2:])
    gates = builder.let(("gates", wide), relay.add(i2h, h2h))
    parts = relay.split(gates, indices_or_sections=4, axis=1).astuple()
    parts = builder.let(("slice_gates", relay.TupleType([state] * 4)), parts)
    names = "in_gate", "forget_gate", "in_transform", "out_gate"
    within, forget, update, out = [
        builder.let((gate, state), (relay.tanh if gate == "in_transform" else relay.sigmoid)(relay.TupleGetItem(parts, i)))
        for i, gate in enumerate(names)
    ]
    kept = relay.multiply(forget, relay.TupleGetItem(states, 1))
    next_c = builder.let(("next_c", state), relay.add(kept, relay.multiply(within, update)))
    next_h = builder.let(("next_h", state), relay.multiply(out, relay.tanh(next_c)))
    builder.ret(builder.let(("ret", result), relay.Tuple([next_h, relay.Tuple([next_h, next_c])])))
    return relay.Function([inputs, states, *weights], builder.get(), result)


def get_net(iterations, num_hidden, batch_size=1, dtype="float32"):
    state, weight, bias, _ = _types(num_hidden, batch_size, dtype)
    pair = relay.TupleType([state, state])
    builder = relay.ScopeBuilder()
    zeros = builder.let(("zeros", state), relay.zeros((batch_size, num_hidden), dtype))
    states, out = builder.let(("init_states", pair), relay.Tuple([zeros, zeros])), None
    for i in range(iterations):
        given = relay.Var("data", state)
        weights = _parameters(lambda side: f"{side}_{i}", weight, bias)
        cell = relay.Call(lstm_cell(num_hidden, batch_size, dtype, f"lstm_{i}"), [given, states, *weights])
        cell = builder.let((f"call_{i}", relay.TupleType([state, pair])), cell)
        out = builder.let((f"out_{i}", state), relay.TupleGetItem(cell, 0))
        states = builder.let((f"states_{i}", pair), relay.TupleGetItem(cell, 1))
    builder.ret(out)
    body = builder.get()
    return relay.Function(relay.analysis.free_vars(body), body, state)


def get_workload(iterations, num_hidden, batch_size=1, dtype="float32"):
    return create_workload(get_net(iterations, num_hidden, batch_size, dtype))
