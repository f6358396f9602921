/** What a screen reader says of the keys of a picture. */

const keys =
  "Enter opens it or shows more. Shift+Enter opens its stack. Page Up and Page Down go to its repetitions before and after, or scroll the picture. Backspace closes what it is in. Up and Down go to producers and consumers, with Shift to the next of them. Space keeps it while you go to a second one to ask about. Escape clears the selection.";
export const spokenKeys = { "node.a11yDescription.default": keys, "node.a11yDescription.keyboardDisabled": keys };
