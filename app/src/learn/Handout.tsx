import type { Step } from "@relayscope/lessons";
import { createPortal } from "react-dom";
import { MarkedText } from "../guide/MarkedText.tsx";
import type { LessonSession } from "./lessonState.ts";
import { Words } from "./Words.tsx";

const letters = "ABCDEF";

/**
 * The lesson on paper: a line for a name, its steps with room for answers, and a key at the end. It is hidden on the
 * screen.
 */
export function Handout({ session }: { readonly session: LessonSession }) {
  const { lesson } = session;
  const { targets } = lesson.setup;
  return createPortal(
    <article className="handout" aria-hidden>
      <h1>{lesson.title}</h1>
      <p>Name: ________________________________ Date: ________________</p>
      <p>{lesson.about}</p>
      <p>On screen: {location.href}</p>
      {lesson.setup.text !== undefined && <pre>{lesson.setup.text}</pre>}
      {targets.map(({ name, operators, patterns }) => (
        <p key={name}>
          Target <code>{name}</code> takes: {operators.length > 0 ? operators.join(", ") : "no operators by rules"}.
          {patterns.map((pattern) => (
            <span key={pattern.name} className="block">
              Pattern <code>{pattern.name}</code>: <code>{pattern.pattern}</code>
            </span>
          ))}
        </p>
      ))}
      {lesson.steps.map((step, i) => (
        <StepOnPaper key={step.line} step={step} number={i + 1} order={session.orderOf(step)} />
      ))}
      <section className="handout-key">
        <h2>Key</h2>
        <ol>
          {lesson.steps.map((step, i) => {
            const key = keyOf(step, session.orderOf(step));
            return key === "" ? null : (
              <li key={step.line} value={i + 1}>
                {key}
              </li>
            );
          })}
        </ol>
      </section>
    </article>,
    document.body,
  );
}

/** The right answer of a step: a letter, or what to predict; empty if the step has no written answer. */
function keyOf({ choices, solve, prediction }: Step, order: readonly number[]): string {
  if (choices.length > 0) return letters[order.findIndex((i) => choices[i]?.isRight)] ?? "";
  const act = solve.find((a) => a.kind === "predict");
  if (!prediction || act?.kind !== "predict") return "";
  const { guess } = act;
  const named = ({ name, nth }: { readonly name: string; readonly nth: number }) => (nth === 1 ? name : `${name} (number ${nth})`);
  if (guess.kind === "number") return String(guess.number);
  return guess.kind === "pair" ? `${named(guess.from)} and ${named(guess.to)}` : guess.nodes.map(named).join(", ");
}

interface StepOnPaperProps {
  readonly step: Step;
  readonly number: number;
  readonly order: readonly number[];
}

function StepOnPaper({ step, number, order }: StepOnPaperProps) {
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
            <MarkedText text={step.question} />
          </b>
        </p>
      )}
      {order.map((i, at) => (
        <p key={step.choices[i]?.text}>
          ☐ {letters[at]}. <MarkedText text={step.choices[i]?.text ?? ""} />
        </p>
      ))}
      {step.prediction && <p>My prediction: ____________________________ What the passes did: ____________________________</p>}
      {step.goals.length > 0 && (
        <p>
          My answer:
          <span className="handout-lines" />
        </p>
      )}
    </section>
  );
}
