/** What the full editor shows about a text. */
import "monaco-editor/features/hover/register";
import "monaco-editor/features/gotoError/register";
import "monaco-editor/features/gotoSymbol/register";
import "monaco-editor/features/referenceSearch/register";
