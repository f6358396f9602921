/** Further features of the full editor: names, folds, colors, and navigation. */
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/contextmenu/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/documentSymbols/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/longLinesHelper/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/placeholderText/register";
import "monaco-editor/features/quickOutline/register";
import "monaco-editor/features/rename/register";
import "monaco-editor/features/semanticTokens/register";
import "monaco-editor/features/smartSelect/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/features/wordHighlighter/register";
import "monaco-editor/features/wordOperations/register";
// The feature of that name is incomplete: it lacks the colors of whole documents.
import "monaco-editor/editor/contrib/semanticTokens/browser/documentSemanticTokens";
