"""Walks over types."""
from tvm.ir import FuncType, GlobalTypeVar, IncompleteType, TensorType, TupleType, TypeCall, TypeVar
from tvm.relay.ty import RefType

_METHODS = {
    TypeVar: "visit_type_var", IncompleteType: "visit_incomplete_type", TensorType: "visit_tensor_type", FuncType: "visit_func_type",
    TupleType: "visit_tuple_type", RefType: "visit_ref_type", GlobalTypeVar: "visit_global_type_var", TypeCall: "visit_type_call",
}


class TypeFunctor:
    """Asks the method of each type's kind."""

    def visit(self, typ):
        for kind, method in _METHODS.items():
            if isinstance(typ, kind):
                return getattr(self, method)(typ)
        raise Exception(f"unhandled case: {type(typ)}")


def _missing(self, _):
    raise NotImplementedError()


for _name in (*_METHODS.values(), "visit_type_relation", "visit_type_data"):
    setattr(TypeFunctor, _name, _missing)


class TypeVisitor(TypeFunctor):
    """Visits everything below a type."""

    def visit_type_var(self, tv):
        pass

    def visit_incomplete_type(self, it):
        pass

    def visit_tensor_type(self, tt):
        pass

    def visit_func_type(self, ft):
        for part in (*ft.arg_types, ft.ret_type, *ft.type_params, *ft.type_constraints):
            self.visit(part)

    def visit_tuple_type(self, tt):
        for field in tt.fields:
            self.visit(field)

    def visit_ref_type(self, rt):
        self.visit(rt.value)

    def visit_global_type_var(self, gtv):
        pass

    def visit_type_call(self, tc):
        for part in (tc.func, *tc.args):
            self.visit(part)


class TypeMutator(TypeFunctor):
    """Builds types anew."""

    def visit_type_var(self, tv):
        return TypeVar(tv.name_hint, tv.kind)

    def visit_incomplete_type(self, it):
        return IncompleteType(it.kind)

    def visit_tensor_type(self, tt):
        return TensorType(tt.shape, tt.dtype)

    def visit_func_type(self, ft):
        args, result = [self.visit(arg) for arg in ft.arg_types], self.visit(ft.ret_type)
        return FuncType(args, result, *([self.visit(part) for part in parts] for parts in (ft.type_params, ft.type_constraints)))

    def visit_tuple_type(self, tt):
        return TupleType([self.visit(field) for field in tt.fields])

    def visit_ref_type(self, rt):
        return RefType(self.visit(rt.value))

    def visit_global_type_var(self, gtv):
        return GlobalTypeVar(gtv.name_hint, gtv.kind)

    def visit_type_call(self, tc):
        return TypeCall(self.visit(tc.func), [self.visit(arg) for arg in tc.args])
