import { withKey } from "../state/commands/shortcuts.ts";
import { isOwnLesson, ownLesson } from "../state/lessonAddress.ts";
import { usePage, usePageState } from "../state/page.ts";
import { isOffline } from "../state/site.ts";
import { Menu, MenuEntry } from "../ui/Menu.tsx";

/** The course, the guide and the help. */
export function LearnMenu() {
  const { actions } = usePage();
  const isLearning = usePageState((s) => s.learning !== undefined);
  const isOwn = usePageState((s) => isOwnLesson(s.learning));
  return (
    <Menu name="Learn" width={300}>
      {!isOffline && (
        <MenuEntry
          title="Read your module"
          note="Three minutes on the module that is on the page"
          isChecked={isOwn}
          onSelect={() => actions.learn(isOwn ? undefined : { kind: "course", name: ownLesson })}
        />
      )}
      {!isOffline && (
        <MenuEntry
          title="Course"
          note="Lessons next to the picture: read it, predict a pass, write a target"
          isChecked={isLearning && !isOwn}
          onSelect={() => actions.learn(isLearning && !isOwn ? undefined : { kind: "list" })}
        />
      )}
      <MenuEntry
        title={withKey("Guide", "guide")}
        note="A page for each pass, target and cause, with examples"
        onSelect={() => actions.showGuide("")}
      />
      <MenuEntry title={withKey("Help", "help")} note="All keys, and how to read the picture" onSelect={() => actions.showDialog("help")} />
    </Menu>
  );
}
