import { ownLesson } from "../state/lessonAddress.ts";
import { isUnread } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { isOffline } from "../state/site.ts";
import { Button } from "../ui/Button.tsx";
import { loadProgress } from "./learner.ts";

/** Offers the lesson on the module that is on the page to those who have finished no lesson. */
export function LessonOffer() {
  const { actions, storage } = usePage();
  const isNothingRead = usePageState(isUnread);
  const isLearning = usePageState((s) => s.learning !== undefined);
  if (isLearning || isNothingRead || isOffline || Object.values(loadProgress(storage)).some(({ isFinished }) => isFinished)) return null;
  return (
    <Button look="outline" onClick={() => actions.learn({ kind: "course", name: ownLesson })}>
      Read it in 3 minutes
    </Button>
  );
}
