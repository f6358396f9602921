/** What is typed into an option's field, as the value that it means. */
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { optionWanted, parseOption } from "../../src/left/optionText.ts";

const option = (type: string, value: unknown = null) => ({ type, default: value });

test("lists are read with and without brackets, an empty field clears them", () => {
  expect(parseOption("0, 3", option("int[]"))).toEqual([0, 3]);
  expect(parseOption("[0, 3]", option("int[]"))).toEqual([0, 3]);
  expect(parseOption("", option("int[]"))).toEqual([]);
  expect(parseOption("nn.conv2d add", option("string[]"))).toEqual(["nn.conv2d", "add"]);
  expect(parseOption('["a b"]', option("string[]"))).toEqual(["a b"]);
  expect(parseOption(" ", option("string[]"))).toBeNull();
  expect(parseOption("", option("string[]", ["concatenate"]))).toEqual([]);
});

test("a value of another type is refused", () => {
  expect(parseOption("first", option("int[]"))).toBeUndefined();
  expect(parseOption("[0.5]", option("int[]"))).toBeUndefined();
  expect(parseOption("8.5", option("int"))).toBeUndefined();
  expect(parseOption("[1]", option("string[]"))).toBeUndefined();
  expect(parseOption("wide", option("float"))).toBeUndefined();
  expect(parseOption("0.25", option("float"))).toBe(0.25);
});

test("an empty field is the default", () => {
  expect(parseOption(" ", option("int", 3))).toBe(3);
  expect(parseOption("", option("object"))).toBeNull();
});

test("a version has all of its numbers, and the field says so", async () => {
  const { targets } = await createEngine().catalog();
  const version = targets.find(({ name }) => name === "tensorrt")?.settingOptions.find(({ name }) => name === "tensorrt_version");
  if (!version) throw new Error("TensorRT has a version");
  expect(parseOption("8.0.1", version)).toEqual([8, 0, 1]);
  expect(parseOption("8.0", version)).toBeUndefined();
  expect(parseOption("8.0.1.2", version)).toBeUndefined();
  expect(parseOption("", version)).toEqual([6, 0, 1]);
  expect(optionWanted(version)).toBe("Write 3 whole numbers, as `6, 0, 1`.");
});
