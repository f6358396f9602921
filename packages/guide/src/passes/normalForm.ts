/** Pages of the passes that change how sharing is written, and of fusion. */
import type { PassWords } from "../words.ts";

const shared = `def @main(%x: Tensor[(4), float32], %c: bool) {
  %0 = tanh(%x);
  if (%c) {
    add(%0, %x)
  } else {
    nn.relu(%0)
  }
}
`;

export const formPasses: Readonly<Record<string, PassWords>> = {
  ToANormalForm: {
    contract: "The result of every call, tuple and constant is bound to a variable by a `let`, so that the order of work is written down.",
    decides: "A value is bound in the innermost scope that all its uses share, so that a branch does no work for the other one.",
    example: { text: shared, look: "A graph becomes a list of lets. The value that both branches use is bound before them." },
  },
  ToBasicBlockNormalForm: {
    contract:
      "What several scopes share is bound to a variable outside of them; each scope is then a block without outside sharing. Everything else stays a graph.",
    decides: "Only values that are used from more than one scope are bound; the others stay where they are.",
    example: { text: shared, look: "`tanh` is used in both branches: it alone is bound by a `let`." },
  },
  ToGraphNormalForm: {
    contract: "No `let` is left that only names a value: each use points to the value itself. Only the graph shows what is shared.",
    decides: "It converts back from the two other forms. BYOC's passes make the largest regions in this form, since a `let` ends a region.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) {
  let %a = nn.relu(%x);
  let %b = add(%a, %a);
  multiply(%b, %a)
}
`,
      look: "The lets are gone, and the boxes are connected.",
    },
  },
  FuseOps: {
    contract:
      "Operators that one kernel can compute are put into a function marked `Primitive`; each function becomes one kernel on the host. `annotation.stop_fusion` is removed.",
    decides:
      "Each operator has a kind, from elementwise to opaque. Elementwise operators fuse with the operator that makes their input. A convolution fuses with the elementwise operators after it. An opaque operator never fuses. `annotation.stop_fusion` is opaque, and that is its only effect. It runs after BYOC, on what the host keeps.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = annotation.stop_fusion(%1);
  %3 = exp(%2);
  add(%3, 1f)
}
`,
      look: "The result is two kernels. Remove the line with `annotation.stop_fusion` and look again.",
    },
  },
  DefuseOps: {
    contract: "Fused functions are inlined where they were called: the inverse of `FuseOps`.",
    decides:
      "It unpacks every function with `Primitive` that is called where it is written. What fusion removed, such as `annotation.stop_fusion`, does not come back.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) {
  %0 = fn (%p0: Tensor[(2, 4), float32], Primitive=1) -> Tensor[(2, 4), float32] {
    %1 = exp(%p0);
    nn.relu(%1)
  };
  %0(%x)
}
`,
      look: "The fused function comes apart into its two operators.",
    },
  },
};
