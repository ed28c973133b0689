import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import {
  defineMark,
  type MarkButton,
  markButtons,
  markToggles,
} from "../../client/actions/mark-actions.ts";
import { chooseMark, type MarkCommands } from "../../client/desk/marks/bind-marks.ts";
import { Button } from "../../ui/Button.tsx";
import { bindCommand, toShortcut } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { CallerView, PanelActions } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

interface CallerMarksProps {
  view: CallerView;
  readMarks: PanelActions["readMarks"];
}

/** Shows the toggles of the caller in the panel. A mark that is not possible is not drawn. */
export function CallerMarks({ view, readMarks }: CallerMarksProps) {
  const { marks } = view;
  useMarkCommands(readMarks ?? (() => marks));
  if (markButtons.every((id) => chooseMark(marks, id) === null)) {
    return null;
  }
  return (
    <div className={styles["marks"]}>
      {markButtons.map((id) => (
        <MarkToggle key={id} id={id} view={view} />
      ))}
    </div>
  );
}

function MarkToggle({ id, view }: { id: MarkButton; view: CallerView }) {
  const t = useTranslations("deskActions");
  const { isDone, reverse, button } = defineMark(id);
  const run = chooseMark(view.marks, id);
  const isOn = isDone(view.call);
  // A mark without a reverse stays drawn while it is on.
  if (button === undefined || (run === null && !(isOn && reverse === null))) {
    return null;
  }
  const isPending = view.pendingMarks.some((mark) => mark === id || mark === reverse);
  return (
    <Button
      icon={isOn ? button.on : button.off}
      shortcut={toShortcut(findKey(id, "page"))}
      aria-pressed={isOn}
      pending={isPending}
      onClick={() => run?.()}
    >
      {t(isOn || reverse === null ? `${id}.on` : `${id}.name`)}
    </Button>
  );
}

function useMarkCommands(readMarks: () => MarkCommands): void {
  const t = useTranslations("deskActions");
  const latest = useRef(readMarks);
  useEffect(() => {
    latest.current = readMarks;
  });
  const commands = useMemo(
    () =>
      markToggles.map((id) => ({
        ...bindCommand(findKey(id, "page")),
        label: t(findCommandName(id)),
        isPossible: () => chooseMark(latest.current(), id) !== null,
        run: () => chooseMark(latest.current(), id)?.(),
      })),
    [t],
  );
  useCommands(commands);
}
