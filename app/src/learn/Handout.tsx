import type { Lesson, Step } from "@relayscope/lessons";
import { createPortal } from "react-dom";
import { Line, Words } from "./Words.tsx";

/** The lesson on paper: all of its steps with what is to be done, and the module. The screen does not show it. */
export function Handout({ lesson }: { readonly lesson: Lesson }) {
  return createPortal(
    <article className="handout" aria-hidden>
      <h1>{lesson.title}</h1>
      <p>{lesson.about}</p>
      {lesson.setup.text !== undefined && <pre>{lesson.setup.text}</pre>}
      {lesson.steps.map((step, i) => (
        <StepOnPaper key={step.line} step={step} number={i + 1} />
      ))}
    </article>,
    document.body,
  );
}

function StepOnPaper({ step, number }: { readonly step: Step; readonly number: number }) {
  return (
    <section>
      <h2>
        {number}. {step.title}
      </h2>
      {step.setup.text !== undefined && <pre>{step.setup.text}</pre>}
      <Words blocks={step.blocks} />
      {step.question !== "" && (
        <p>
          <b>
            <Line text={step.question} />
          </b>
        </p>
      )}
      {step.choices.map((choice) => (
        <p key={choice.text}>
          ☐ <Line text={choice.text} />
        </p>
      ))}
      {step.foretold && <p>My guess: ____________________________ What came out: ____________________________</p>}
      {step.goals.length > 0 && <p>☐ Done</p>}
    </section>
  );
}
