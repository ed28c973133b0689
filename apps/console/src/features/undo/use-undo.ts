import { createSelector } from "@reduxjs/toolkit";
import { useMemo } from "react";
import { shallowEqual } from "react-redux";
import { useTranslations } from "use-intl";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { END_UNDO_MS, isUndoable, REJECT_UNDO_MS } from "../../client/desk/leaving.ts";
import { selectMe, selectQueueCalls } from "../../client/store/select-calls.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";

/** Somebody who is about to go, and whom the person can still bring back. */
export interface UndoView {
  id: string;
  reason: "rejected" | "ended";
  name: string;
  /** So long the whole of it takes. */
  windowMs: number;
  undo: () => void;
}

const selectLeavingByMe = createSelector(
  [selectQueueCalls, selectMe],
  (calls, me) => calls.filter((call) => isUndoable(call) && call.leaving?.by?.user === me),
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);

/** [AC4] [AC12] Those whom I have rejected or hung up a moment ago. */
export function useLeaving(): UndoView[] {
  const { desk } = useConsole();
  const calls = useRootState(selectLeavingByMe);
  return useMemo(
    () =>
      calls.map((call): UndoView => {
        const rejected = call.leaving?.reason === "rejected";
        return {
          id: call.id,
          reason: rejected ? "rejected" : "ended",
          name: call.caller.name ?? call.caller.numberDisplay,
          windowMs: rejected ? REJECT_UNDO_MS : END_UNDO_MS,
          undo: () => void desk.leaving.undo(call.id),
        };
      }),
    [desk, calls],
  );
}

/** Z, and Ctrl+. also in a field: the last thing done that can be taken back [KY22]. */
export function useUndoCommand(): void {
  const t = useTranslations("shortcuts");
  const { desk } = useConsole();
  const commands = useMemo(
    () => undoCommands(t("undo"), () => void desk.undo.undoLast()),
    [t, desk],
  );
  useCommands(commands);
}

/** Both keys do the same. */
export function undoCommands(label: string, run: () => void): Command[] {
  const both = { group: "calls", label, run } as const;
  return [
    { ...both, id: "undo.last", scope: "anywhere", keys: ["Control+."], keyLabel: "Ctrl ." },
    { ...both, id: "undo.last.key", scope: "page", keys: ["z"], keyLabel: "Z" },
  ];
}
