"""Walks over expressions."""
from tvm._library import kind_of, note_rewriter, same_list, with_fields
from tvm.relay.expr import Call, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem
from tvm.relay.adt import Clause, Match

_METHODS = {
    "Function": "visit_function", "Call": "visit_call", "Let": "visit_let", "Var": "visit_var", "GlobalVar": "visit_global_var",
    "If": "visit_if", "Tuple": "visit_tuple", "TupleGetItem": "visit_tuple_getitem", "Constant": "visit_constant", "Op": "visit_op",
    "RefCreate": "visit_ref_create", "RefRead": "visit_ref_read", "RefWrite": "visit_ref_write", "Constructor": "visit_constructor",
    "Match": "visit_match",
}


class ExprFunctor:
    """Asks the method of each node's kind, once a node."""

    def __init__(self):
        self.memo_map = {}

    def visit(self, expr):
        known = self.memo_map
        if expr in known:
            return known[expr]
        kind = kind_of(expr)
        if kind is None:
            raise Exception(f"warning unhandled case: {type(expr)}")
        result = known[expr] = getattr(self, _METHODS[kind])(expr)
        return result

    def visit_type(self, typ):
        return typ


def _missing(self, _):
    raise NotImplementedError()


for _name in _METHODS.values():
    setattr(ExprFunctor, _name, _missing)


class ExprVisitor(ExprFunctor):
    """Visits everything below a node."""

    def visit_function(self, fn):
        for param in fn.params:
            self.visit(param)
        self.visit(fn.body)

    def visit_call(self, call):
        self.visit(call.op)
        for arg in call.args:
            self.visit(arg)

    def visit_let(self, let):
        for part in (let.var, let.value, let.body):
            self.visit(part)

    def visit_if(self, i):
        for part in (i.cond, i.true_branch, i.false_branch):
            self.visit(part)

    def visit_tuple(self, tup):
        for field in tup.fields:
            self.visit(field)

    def visit_tuple_getitem(self, t):
        self.visit(t.tuple_value)

    def visit_match(self, m):
        self.visit(m.data)
        for clause in m.clauses:
            self.visit(clause.rhs)

    def visit_ref_create(self, r):
        self.visit(r.value)

    def visit_ref_read(self, r):
        self.visit(r.ref)

    def visit_ref_write(self, r):
        self.visit(r.ref)
        self.visit(r.value)

    def visit_var(self, var):
        pass

    def visit_global_var(self, gv):
        pass

    def visit_constructor(self, c):
        pass

    def visit_op(self, op):
        pass

    def visit_constant(self, const):
        pass


class _Unmade:
    """A node with None in the place of an expression. It does no harm where a method forgets to return what it made."""


def _made(kind, parts, *args):
    return _Unmade() if any(part is None or isinstance(part, _Unmade) for part in parts) else kind(*args)


class ExprMutator(ExprFunctor):
    """Builds everything anew that stands over something new."""

    def __init__(self):
        super().__init__()
        note_rewriter(type(self).__name__)

    def visit_function(self, fn):
        params = [self.visit(p) for p in fn.params]
        body = self.visit(fn.body)
        body = fn.body if body is None else body
        return fn if same_list(params, fn.params) and body == fn.body else with_fields(fn, params, body)

    def visit_call(self, call):
        callee = self.visit(call.op)
        args = [self.visit(a) for a in call.args]
        if callee == call.op and same_list(args, call.args):
            return call
        return _made(Call, [callee, *args], callee, args, call.attrs, call.type_args, call.span)

    def visit_let(self, let):
        parts = [self.visit(let.var), self.visit(let.value), self.visit(let.body)]
        return let if parts == [let.var, let.value, let.body] else _made(Let, parts, *parts)

    def visit_if(self, ite):
        parts = [self.visit(ite.cond), self.visit(ite.true_branch), self.visit(ite.false_branch)]
        return ite if parts == [ite.cond, ite.true_branch, ite.false_branch] else _made(If, parts, *parts)

    def visit_tuple(self, tup):
        fields = [self.visit(f) for f in tup.fields]
        return tup if same_list(fields, tup.fields) else _made(Tuple, fields, fields, tup.span)

    def visit_tuple_getitem(self, op):
        value = self.visit(op.tuple_value)
        return op if value == op.tuple_value else _made(TupleGetItem, [value], value, op.index, op.span)

    def visit_match(self, m):
        data = self.visit(m.data)
        clauses = [Clause(c.lhs, self.visit(c.rhs)) for c in m.clauses]
        same = data == m.data and all(a.rhs == b.rhs for a, b in zip(clauses, m.clauses))
        return m if same else Match(data, clauses, complete=m.complete)

    def visit_ref_create(self, r):
        value = self.visit(r.value)
        return r if value == r.value else RefCreate(value)

    def visit_ref_read(self, r):
        ref = self.visit(r.ref)
        return r if ref == r.ref else RefRead(ref)

    def visit_ref_write(self, r):
        ref, value = self.visit(r.ref), self.visit(r.value)
        return r if ref == r.ref and value == r.value else RefWrite(ref, value)

    def visit_var(self, var):
        return var

    def visit_global_var(self, gvar):
        return gvar

    def visit_global_id(self, global_var):
        return global_var

    def visit_op(self, op):
        return op

    def visit_constant(self, const):
        return const

    def visit_constructor(self, con):
        return con
