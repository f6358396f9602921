/** A folder with files of every sort that a command may meet, and a terminal over it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { zipArchive } from "@relayscope/cases/zipArchive";
import { start } from "../src/start.ts";

/** A module of two operators. */
/** Python that builds a module, and what then only TVM can do. */
const script = `import tvm
from tvm import relay
x = relay.var("x", shape=(1, 8))
mod = tvm.IRModule.from_expr(relay.Function([x], relay.exp(relay.tanh(x))))
mod = relay.transform.InferType()(mod)
mod.source_map
`;

const small = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = exp(%x);
  nn.relu(%0)
}
`;

/** A convolution with what byoc-target takes around an operator that it does not take. */
const gap = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = exp(%1);
  %3 = add(%1, %2);
  add(%3, %3)
}
`;

/** A field of a protobuf message: a number, a text, or a message of fields. */
function field(number: number, value: number | string | readonly Buffer[]): Buffer {
  if (typeof value === "number") return Buffer.from([number * 8, value]);
  const bytes = typeof value === "string" ? Buffer.from(value) : Buffer.concat(value);
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}

/** An ONNX model of one Relu on 1x8 floats. */
function tinyModel(): Buffer {
  const shape = field(2, [field(1, [field(1, 1)]), field(1, [field(1, 8)])]);
  const value = (name: string) => [field(1, name), field(2, [field(1, [field(1, 1), shape])])];
  const node = [field(1, "x"), field(2, "y"), field(3, "only"), field(4, "Relu")];
  const graph = [field(1, node), field(2, "tiny"), field(11, value("x")), field(12, value("y"))];
  return Buffer.concat([field(1, 8), field(7, graph), field(8, [field(2, 13)])]);
}

/** A TFLite model: `y = RELU(x + w)`, with a weight of four floats. */
const tinyTflite =
  "GAAAAFRGTDMAAA4AGAAUABAADAAIAAQADgAAACQAAAAQAAAAKAAAACwAAAADAAAACgAAAHJlbGF5c2NvcGUAAAIAAABIAAAAHAAAAAEAAABUAAAAAQAAADwAAAAAAAYACA" +
  "AEAAYAAAAEAAAAEAAAAAAAQMAAAADAAACAvwAAAAAAAAAAAAAAAAAAAAD8////BAAEAAQAAAAMABQAEAAMAAgABAAMAAAAIAAAAAwAAAAQAAAAZAAAAAEAAAACAAAAAQAA" +
  "AAAAAAABAAAAFAAAAAAADgAWAAAAEAAMAAsABAAOAAAAGAAAAAAAAAsYAAAAHAAAAAAABgAIAAcABgAAAAAAAAEBAAAAAgAAAAIAAAAAAAAAAQAAAAMAAABkAAAANAAAAA" +
  "QAAAC0////FAAAAAQAAAACAAAAAQAAAAQAAAABAAAAeQAAAAwAEAAMAAAACAAEAAwAAAAUAAAAAQAAAAQAAAABAAAABAAAAAEAAAB3AAAADAAMAAgAAAAAAAQADAAAABQA" +
  "AAAEAAAAAgAAAAEAAAAEAAAAAQAAAHgAAAA=";

/** What a command did. */
export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

export interface Playground {
  readonly folder: string;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): Buffer;
  /** Runs a command in this process. */
  run(words: readonly string[], input?: string, page?: string): Promise<Ended>;
  remove(): void;
}

/** Makes the folder. */
export function makePlayground(): Playground {
  const folder = mkdtempSync(join(tmpdir(), "relayscope-"));
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
  const utf16 = Buffer.from(small, "utf16le");
  write("small.relay", small);
  write("gap.relay", gap);
  write("windows.relay", gap.replaceAll("\n", "\r\n"));
  write("oldMac.relay", small.replaceAll("\n", "\r"));
  write("mark.relay", `\ufeff${small}`);
  write("utf16.relay", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]));
  write("utf16be.relay", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]));
  write("unmarked.relay", utf16);
  write("latin1.relay", Buffer.from(`/* caf\u00e9 */\n${small}`, "latin1"));
  write("empty.relay", "");
  write("blank.relay", " \n\t\r\n");
  write("zeros.bin", new Uint8Array(1000));
  write("net.pt", Buffer.from("80028a0a6cfc9c46f9206aa85019", "hex"));
  write("picture.png", Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001", "hex"));
  write("pages.pdf", Buffer.from("%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\nstream\u0001\u0002", "latin1"));
  write("cut.onnx", Buffer.from([8, 7, 58, 120, 10]));
  write("colors.relay", small.replace("exp", "\u001b[31mexq\u001b[0m"));
  mkdirSync(join(folder, "folder"));
  symlinkSync("loop.relay", join(folder, "loop.relay"));
  symlinkSync("nowhere.relay", join(folder, "broken.relay"));
  symlinkSync("small.relay", join(folder, "link.relay"));
  write("tiny.onnx", tinyModel());
  write("tiny.tflite", Buffer.from(tinyTflite, "base64"));
  write("script.py", script);
  write("small.relay.gz", gzipSync(small));
  write("tiny.onnx.gz", gzipSync(tinyModel()));
  write("cut.relay.gz", gzipSync(small).subarray(0, -9));
  const models = [
    { name: "tiny.onnx", content: tinyModel() },
    { name: "sub/tiny.tflite", content: Buffer.from(tinyTflite, "base64"), isStored: true },
  ];
  write("tiny.task", zipArchive([...models.slice(1), { name: "labels.txt", content: Buffer.from("cat") }]));
  write("models.zip", zipArchive(models));
  write("texts.zip", zipArchive([{ name: "small.relay", content: Buffer.from(small) }]));
  write("cut.zip", zipArchive([{ name: "sub/cut.onnx", content: tinyModel().subarray(0, 20) }]));
  write("twice.gz", gzipSync(gzipSync(small)));
  write("zeros.gz", gzipSync(Buffer.alloc(4_000_000)));
  return {
    folder,
    write,
    read: (name) => readFileSync(join(folder, name)),
    async run(words, input = "", page) {
      let output = "";
      let errors = "";
      const code = await start(words, {
        input: Readable.from(input === "" ? [] : [Buffer.from(input)]),
        async print(text) {
          output += text;
        },
        complain(line) {
          errors += `${line}\n`;
        },
        folder,
        page,
      });
      return { code, output, errors };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
