import { useRef } from "react";
import { usePage, usePageState } from "../state/page.ts";
import { FileInput } from "../ui/FileInput.tsx";
import { Menu, MenuEntry, MenuHeading, MenuLine } from "../ui/Menu.tsx";

/** The initial content of a new target: a pattern whose check refuses what the code generator does not support. */
const template = {
  name: "mytarget.py",
  text: `from tvm import relay
from tvm.ir import register_op_attr
from tvm.relay.dataflow_pattern import is_constant, is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table


def check_conv2d(extract):
    conv = extract
    while conv.op.name != "nn.conv2d":
        conv = conv.args[0]
    if conv.attrs.data_layout != "NCHW":
        return False
    padding = [int(p) for p in conv.attrs.padding]
    return padding[0] == padding[2] and padding[1] == padding[3]


@register_pattern_table("mytarget")
def pattern_table():
    conv = is_op("nn.conv2d")(wildcard(), is_constant())
    return [
        ("mytarget.conv2d_relu", is_op("nn.relu")(conv), check_conv2d),
        ("mytarget.conv2d", conv, check_conv2d),
    ]


@register_op_attr("nn.max_pool2d", "target.mytarget")
def max_pool2d(expr):
    return True
`,
};

/** Chooses the target, and the flow with it. */
export function TargetMenu() {
  const { actions } = usePage();
  const target = usePageState((s) => s.document.target);
  const custom = usePageState((s) => s.document.customTargets);
  const targets = usePageState((s) => s.catalog?.targets);
  const files = useRef<HTMLInputElement>(null);
  const own = custom.filter((c) => !targets?.some((t) => t.name === c.name));
  return (
    <>
      <FileInput inputRef={files} label="Open a target from Python files" accept=".py,text/x-python" />
      <Menu name="Target" value={target} width={360}>
        {own.length > 0 && <MenuHeading>In this document</MenuHeading>}
        {own.map((t) => (
          <MenuEntry key={t.name} title={t.name} isChecked={t.name === target} onSelect={() => actions.chooseTarget(t.name)} />
        ))}
        {own.length > 0 && <MenuLine />}
        <MenuEntry
          title="Open your own target…"
          note="A Python file with patterns, checks and rules; several files are one target"
          onSelect={() => files.current?.click()}
        />
        <MenuEntry title="New target" note="A short Python file to start from" onSelect={() => void actions.openTargetFiles([template])} />
        <MenuLine />
        <MenuHeading>Built in</MenuHeading>
        {(targets ?? []).map((t) => (
          <MenuEntry
            key={t.name}
            title={custom.some((c) => c.name === t.name) ? `${t.name} (edited)` : t.name}
            note={t.needs === "" ? t.title : t.needs}
            isChecked={t.name === target}
            onSelect={() => actions.chooseTarget(t.name)}
          />
        ))}
      </Menu>
    </>
  );
}
