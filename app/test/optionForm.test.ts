/** What is typed into an option's field, as the value that it means. */
import { expect, test } from "vitest";
import { parseOption } from "../src/left/OptionForm.tsx";

test("lists are read with and without brackets, an empty field clears them", () => {
  expect(parseOption("0, 3", "int[]")).toEqual([0, 3]);
  expect(parseOption("[0, 3]", "int[]")).toEqual([0, 3]);
  expect(parseOption("", "int[]")).toEqual([]);
  expect(parseOption("nn.conv2d add", "string[]")).toEqual(["nn.conv2d", "add"]);
  expect(parseOption('["a b"]', "string[]")).toEqual(["a b"]);
  expect(parseOption(" ", "string[]")).toBeNull();
});

test("a value of another type is refused", () => {
  expect(parseOption("first", "int[]")).toBeUndefined();
  expect(parseOption("[0.5]", "int[]")).toBeUndefined();
  expect(parseOption("8.5", "int")).toBeUndefined();
  expect(parseOption("[1]", "string[]")).toBeUndefined();
  expect(parseOption("wide", "float")).toBeUndefined();
  expect(parseOption("0.25", "float")).toBe(0.25);
});
