import { Check, Lock, LockOpen, SkipForward } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { chooseMark, type MarkCommands } from "../../client/desk/bind-marks.ts";
import type { MarkAction } from "../../client/desk/call-marks.ts";
import { Button } from "../../ui/Button.tsx";
import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { CallerView, PanelActions } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

interface CallerMarksProps {
  view: CallerView;
  readMarks: PanelActions["readMarks"];
}

/** What can be marked on the caller in the panel; what cannot be now is not drawn. */
export function CallerMarks({ view, readMarks }: CallerMarksProps) {
  const t = useTranslations("caller");
  const { marks, pendingMarks } = view;
  function isPending(...actions: MarkAction[]): boolean {
    return actions.some((action) => pendingMarks.includes(action));
  }
  useMarkCommands(readMarks ?? (() => marks));
  const { verified, locked, next } = view.call.marks;
  const verify = chooseMark(marks, "verify");
  const lock = chooseMark(marks, "lock");
  if (verify === null && lock === null && marks.markNext === null) {
    return null;
  }
  return (
    <div className={styles["marks"]}>
      {verify === null ? null : (
        <Button
          icon={Check}
          shortcut={{ command: "caller.verify", keys: "v" }}
          aria-pressed={verified}
          pending={isPending("verify", "unverify")}
          onClick={verify}
        >
          {t(verified ? "verified" : "verify")}
        </Button>
      )}
      {marks.markNext === null && !next ? null : (
        <Button
          icon={SkipForward}
          shortcut={{ command: "caller.next", keys: "n" }}
          aria-pressed={next}
          pending={isPending("mark_next")}
          onClick={() => marks.markNext?.()}
        >
          {t("next")}
        </Button>
      )}
      {lock === null ? null : (
        <Button
          icon={locked ? Lock : LockOpen}
          shortcut={{ command: "caller.lock", keys: "l" }}
          aria-pressed={locked}
          pending={isPending("lock", "unlock")}
          onClick={lock}
        >
          {t(locked ? "locked" : "lock")}
        </Button>
      )}
    </div>
  );
}

const bound = [
  { name: "verify", key: "v", keyLabel: "V" },
  { name: "next", key: "n", keyLabel: "N" },
  { name: "lock", key: "l", keyLabel: "L" },
] as const;

function useMarkCommands(readMarks: () => MarkCommands): void {
  const t = useTranslations("shortcuts");
  const latest = useRef(readMarks);
  useEffect(() => {
    latest.current = readMarks;
  });
  const commands = useMemo(
    () =>
      bound.map(({ name, key, keyLabel }): Command => ({
        id: `caller.${name}`,
        scope: "page",
        group: "calls",
        keys: [key],
        keyLabel,
        label: t(name),
        sameAs: `queue.${name}`,
        isPossible: () => chooseMark(latest.current(), name) !== null,
        run: () => chooseMark(latest.current(), name)?.(),
      })),
    [t],
  );
  useCommands(commands);
}
