import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { RowAction } from "./use-row-events.ts";

export type TranslateQueue = ReturnType<typeof useTranslations<"queue">>;
export type TranslateState = ReturnType<typeof useTranslations<"state">>;

type Fill = (word: string) => string;

export interface RowWords {
  queue: TranslateQueue;
  state: TranslateState;
  more: Fill;
  act: Readonly<Record<RowAction | "call", Fill>>;
  calls: Fill;
}

/** In no message and no name. */
const GAP = "\u0000";

/** Formatted once: a list that scrolls has not the time to do it for each row. */
export function createFill(format: Fill): Fill {
  const parts = format(GAP).split(GAP);
  return (word) => parts.join(word);
}

export function useRowWords(): RowWords {
  const queue = useTranslations("queue");
  const state = useTranslations("state");
  return useMemo(() => {
    const named = (key: "more" | `${RowAction | "call"}Name`) =>
      createFill((name) => queue(key, { name }));
    return {
      queue,
      state,
      more: named("more"),
      act: {
        answer: named("answerName"),
        takeOver: named("takeOverName"),
        resume: named("resumeName"),
        call: named("callName"),
      },
      calls: createFill((count) => queue("calls", { count })),
    };
  }, [queue, state]);
}
