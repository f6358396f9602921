/** What the full editor does while you write. */
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/format/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/snippet/register";
import "monaco-editor/features/suggest/register";
// The feature of that name is incomplete: it lacks the list of suggestions.
import "monaco-editor/editor/contrib/suggest/browser/suggestController";
