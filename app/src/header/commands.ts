import type { Page } from "../state/page.ts";

export interface PageCommand {
  readonly title: string;
  readonly key: string;
  readonly run: () => void;
}

/** What the search offers besides things to find. */
export function commandsOf({ actions, store }: Page): readonly PageCommand[] {
  const { view, document, preferences } = store.getState();
  return [
    { title: "Show before and after", key: "1", run: () => actions.setPanes("split") },
    { title: "Show before above after", key: "", run: () => actions.setPanes("down") },
    { title: "Show one pane", key: "2", run: () => actions.setPanes("after") },
    { title: "Show the text difference", key: "3", run: () => actions.setPanes("diff") },
    {
      title: `${view.hideVariables ? "Show" : "Hide"} variables`,
      key: "v",
      run: () => actions.setView({ hideVariables: !view.hideVariables }),
    },
    {
      title: `${view.hideConstants ? "Show" : "Hide"} constants`,
      key: "c",
      run: () => actions.setView({ hideConstants: !view.hideConstants }),
    },
    {
      title: `${document.bindParameters ? "Unbind" : "Bind"} parameters`,
      key: "",
      run: () => actions.editSettings({ bindParameters: !document.bindParameters }),
    },
    { title: "Unfold all frames", key: "", run: () => actions.setView({ collapsed: [] }) },
    { title: "Show the outline", key: "", run: () => actions.showLeft("outline") },
    { title: "Edit the pipeline", key: "", run: () => actions.showLeft("pipeline") },
    { title: "Edit the target", key: "", run: () => actions.showLeft("target") },
    { title: "Share this picture", key: "", run: () => actions.showDialog("share") },
    {
      title: preferences.theme === "dark" ? "Light theme" : "Dark theme",
      key: "",
      run: () => actions.setPreferences({ theme: preferences.theme === "dark" ? "light" : "dark" }),
    },
    { title: "Help", key: "?", run: () => actions.showDialog("help") },
  ];
}
