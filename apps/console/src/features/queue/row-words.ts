import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { RowAction } from "../../client/actions/bind-takes.ts";

export type TranslateQueue = ReturnType<typeof useTranslations<"queue">>;
export type TranslateActions = ReturnType<typeof useTranslations<"deskActions">>;
export type TranslateState = ReturnType<typeof useTranslations<"state">>;

type Fill = (word: string) => string;

export interface RowWords {
  queue: TranslateQueue;
  state: TranslateState;
  actions: TranslateActions;
  more: Fill;
  act: Readonly<Record<RowAction, Fill>>;
  call: Fill;
  calls: Fill;
  toAir: Fill;
}

/** A character that no message and no name contains. */
const GAP = "\u0000";

/** Formats the message only once, because formatting it for each row slows down scrolling. */
export function createFill(format: Fill): Fill {
  const parts = format(GAP).split(GAP);
  return (word) => parts.join(word);
}

export function useRowWords(): RowWords {
  const queue = useTranslations("queue");
  const state = useTranslations("state");
  const actions = useTranslations("deskActions");
  return useMemo(() => {
    const fillAction = (id: RowAction) => createFill((name) => actions(`${id}.named`, { name }));
    return {
      queue,
      state,
      actions,
      more: createFill((name) => queue("more", { name })),
      act: {
        accept: fillAction("accept"),
        take_over: fillAction("take_over"),
        resume: fillAction("resume"),
      },
      call: createFill((name) => queue("callName", { name })),
      calls: createFill((count) => queue("calls", { count })),
      toAir: createFill((action) => queue("toAirName", { action })),
    };
  }, [queue, state, actions]);
}
