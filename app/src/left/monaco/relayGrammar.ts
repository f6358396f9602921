/** Highlights Relay text before it is parsed: a Monarch grammar. The engine does what needs the parser. */
import type { languages } from "monaco-editor/editor";

const scalarTypes = /(?:u?int(?:1|4|8|16|32|64)?|float(?:16|32|64)?|bfloat16|bool|handle|custom\[[^\]]*\]\d*)(?:x\d+)?\b/;

export const relayGrammar: languages.IMonarchLanguage = {
  defaultToken: "",
  keywords: ["def", "let", "fn", "if", "else", "match", "type", "extern", "free_var", "ref", "ref_read", "ref_write"],
  constants: ["True", "False", "None", "nan", "inf"],
  brackets: [
    { open: "{", close: "}", token: "delimiter.curly" },
    { open: "[", close: "]", token: "delimiter.square" },
    { open: "(", close: ")", token: "delimiter.parenthesis" },
  ],
  tokenizer: {
    root: [
      [/#\[(?:version|metadata)[^\]]*\]/, "metatag"],
      [/\/\*\s*(?=ty=)/, { token: "comment.type", next: "@typeComment" }],
      [/\/\*/, { token: "comment", next: "@comment" }],
      [/\/\/.*$/, "comment"],
      [/"/, { token: "string", next: "@string" }],
      [/%[A-Za-z0-9_](?:[\w.:/]|-(?=\w))*/, "variable"],
      [/@[A-Za-z_](?:[\w.:/]|-(?=\w))*/, "function"],
      [/meta(?=\[)/, "constant"],
      [/Tensor(?=\[)/, "type"],
      [scalarTypes, "type"],
      [/[A-Za-z_]\w*(?=\s*=(?!=))/, "attribute"],
      [/[A-Za-z_][\w.]*(?=\s*\()/, { cases: { "@keywords": "keyword", "@default": "operator" } }],
      [/[A-Za-z_][\w.]*/, { cases: { "@keywords": "keyword", "@constants": "constant", "@default": "identifier" } }],
      [/-?(?:\d+\.\d*|\.\d+|\d+)(?:e[+-]?\d+)?(?:(?:f|i|u)\d*|bf16)?\b/, "number"],
      [/[{}()[\]]/, "@brackets"],
      [/->|=>|[=:;,?<>*+\-/]/, "delimiter"],
    ],
    typeComment: [
      [/\*\//, { token: "comment.type", next: "@pop" }],
      [/[^*]+/, "comment.type"],
      [/\*/, "comment.type"],
    ],
    comment: [
      [/\/\*/, { token: "comment", next: "@push" }],
      [/\*\//, { token: "comment", next: "@pop" }],
      [/[^/*]+/, "comment"],
      [/[/*]/, "comment"],
    ],
    string: [
      [/[^\\"]+/, "string"],
      [/\\./, "string.escape"],
      [/"/, { token: "string", next: "@pop" }],
    ],
  },
};

export const relayConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: "//", blockComment: ["/*", "*/"] },
  brackets: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
  ],
  autoClosingPairs: [
    { open: "{", close: "}" },
    { open: "[", close: "]" },
    { open: "(", close: ")" },
    { open: '"', close: '"' },
  ],
  // A variable with its sigil, or an operator with its family, is one word.
  wordPattern: /[%@]?[A-Za-z0-9_](?:[\w.:/]|-(?=\w))*/,
};
