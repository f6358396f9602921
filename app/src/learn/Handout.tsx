import type { TargetSpec } from "@relayscope/engine";
import type { Step } from "@relayscope/lessons";
import { useEffect, useMemo, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { MarkedText } from "../guide/MarkedText.tsx";
import { printLessonEvent } from "../state/lessonAddress.ts";
import { usePage } from "../state/page.ts";
import { keyOf, letters } from "./handoutKey.ts";
import { drawPictures, newTargets, type StepPicture } from "./handoutPages.ts";
import type { LessonSession } from "./lessonState.ts";
import { Words } from "./Words.tsx";

interface HandoutProps {
  readonly session: LessonSession;
  /** The address that opens the lesson; empty if none is short enough for paper. */
  readonly address: string;
}

/**
 * The lesson on paper: a line for a name, its steps with pictures and room for answers, and a key at the end. It is
 * hidden on the screen.
 */
export function Handout({ session, address }: HandoutProps) {
  const { lesson } = session;
  const beginnings = useMemo(() => session.beginnings(), [session]);
  const pictures = usePictures(session);
  return createPortal(
    <article className="handout" aria-hidden>
      <h1>{lesson.title}</h1>
      <p className="handout-name">
        <span>Name</span>
        <span>Date</span>
      </p>
      <p>{lesson.about}</p>
      {address !== "" && <p>On screen: {address}</p>}
      {lesson.setup.text !== undefined && <pre>{lesson.setup.text}</pre>}
      {lesson.steps.map((step, i) => {
        const own = beginnings[i];
        return (
          <StepOnPaper
            key={step.line}
            step={step}
            number={i + 1}
            order={session.orderOf(step)}
            targets={own ? newTargets(own, beginnings[i - 1]) : []}
            picture={pictures.get(i)}
            isResult={lesson.steps[i - 1]?.prediction !== undefined}
          />
        );
      })}
      <section className="handout-key">
        <h2>Key: {lesson.title}</h2>
        <ol>
          {lesson.steps.map((step, i) => {
            const key = keyOf(step, session.orderOf(step));
            return key === "" ? null : (
              <li key={step.line} value={i + 1}>
                <MarkedText text={key} />
              </li>
            );
          })}
        </ol>
      </section>
    </article>,
    document.body,
  );
}

const noPictures: ReadonlyMap<number, StepPicture> = new Map();

/**
 * The pictures of the steps. They are drawn once, when the lesson is to be printed, or when the pointer or the focus
 * leaves the page, as on the way to the browser's own print menu.
 */
function usePictures(session: LessonSession): ReadonlyMap<number, StepPicture> {
  const { makeEngine } = usePage();
  const [pictures, setPictures] = useState(noPictures);
  const drawing = useRef<Promise<void>>(undefined);
  useEffect(() => {
    let isMounted = true;
    const draw = () => {
      drawing.current ??= drawPictures(session.beginnings(), makeEngine()).then((drawn) => {
        if (isMounted) flushSync(() => setPictures(drawn));
      });
      return drawing.current;
    };
    const soon = () => void draw();
    const onPrint = async () => {
      await draw().catch(() => undefined);
      const images = [...document.querySelectorAll<HTMLImageElement>(".handout img")];
      await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
      if (isMounted) print();
    };
    addEventListener(printLessonEvent, onPrint);
    addEventListener("blur", soon);
    document.documentElement.addEventListener("mouseleave", soon);
    return () => {
      isMounted = false;
      removeEventListener(printLessonEvent, onPrint);
      removeEventListener("blur", soon);
      document.documentElement.removeEventListener("mouseleave", soon);
      drawing.current = undefined;
    };
  }, [session, makeEngine]);
  useEffect(
    () => () => {
      for (const { src } of pictures.values()) URL.revokeObjectURL(src);
    },
    [pictures],
  );
  return pictures;
}

interface StepOnPaperProps {
  readonly step: Step;
  readonly number: number;
  readonly order: readonly number[];
  readonly targets: readonly TargetSpec[];
  readonly picture: StepPicture | undefined;
  /** Whether the picture shows what the step before asks to predict. It is then on the next sheet. */
  readonly isResult: boolean;
}

function StepOnPaper({ step, number, order, targets, picture, isResult }: StepOnPaperProps) {
  return (
    <section className={isResult && picture && picture.sameAs === undefined ? "handout-sheet" : ""}>
      <h2>
        {number}. {step.title}
      </h2>
      {step.setup.text !== undefined && <pre>{step.setup.text}</pre>}
      {targets.map((target) => (
        <TargetOnPaper key={target.name} target={target} />
      ))}
      {picture && <PictureOnPaper {...picture} />}
      <Words blocks={step.blocks} />
      {step.question !== "" && (
        <p>
          <b>
            <MarkedText text={step.question} />
          </b>
        </p>
      )}
      {order.map((i, at) => (
        <p key={step.choices[i]?.text} className="handout-choice">
          ☐ {letters[at]}. <MarkedText text={step.choices[i]?.text ?? ""} />
        </p>
      ))}
      {step.prediction && <Lines label="My prediction" />}
      {step.prediction && <Lines label="What the passes did" />}
      {step.goals.length > 0 && <Lines label="What I did, and what I saw" />}
    </section>
  );
}

function PictureOnPaper({ src, pass, sameAs }: StepPicture) {
  const title = pass === "" ? "The module before any pass" : `The module after ${pass}`;
  if (sameAs !== undefined) return <p>{`${title} looks the same as in the picture of step ${sameAs + 1}.`}</p>;
  return (
    <figure>
      <img src={src} alt="" />
      <figcaption>{title}</figcaption>
    </figure>
  );
}

function TargetOnPaper({ target: { name, operators, patterns, files = [] } }: { readonly target: TargetSpec }) {
  return (
    <div>
      <p>
        Target <code>{name}</code> {operators.length > 0 ? `takes the operators ${operators.join(", ")}.` : "has no operator rules."}
      </p>
      {patterns.map((pattern) => (
        <p key={pattern.name}>
          Pattern <code>{pattern.name}</code>: <code>{pattern.pattern}</code>
        </p>
      ))}
      {files.map((file) => (
        <pre key={file.name}>{file.text}</pre>
      ))}
    </div>
  );
}

/** Room for an answer by hand. */
function Lines({ label }: { readonly label: string }) {
  return (
    <div className="handout-answer">
      {label}:
      <span />
      <span />
    </div>
  );
}
