/** The object that `super()` returns: the attributes of the classes after one, for an object. */
import { superClass } from "../model/classes.ts";
import { raised, typeError } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { bind, bindToClass, classOf } from "./protocol.ts";

export class PySuper extends PyObject {
  /** The class in whose order the look-up goes: that of the object, or the object itself in a class method. */
  readonly start: PyClass;

  constructor(
    readonly after: PyClass,
    readonly self: Value,
  ) {
    super(superClass);
    const cls = classOf(self);
    if (self instanceof PyClass && self.isSubclassOf(after)) this.start = self;
    else if (cls.isSubclassOf(after)) this.start = cls;
    else throw typeError("super(type, obj): obj must be an instance or subtype of type");
  }

  find(m: Runtime, name: string): Value {
    const found = name === "__class__" ? undefined : this.start.lookupAfter(this.after, name);
    if (found === undefined) {
      if (name === "__class__") return superClass;
      throw raised("AttributeError", `'super' object has no attribute '${name}'`);
    }
    return this.start === this.self && this.self instanceof PyClass
      ? bindToClass(m, found, this.self)
      : bind(m, found, this.self, this.start);
  }
}
