import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { defineMark, type MarkButton, markButtons } from "../../client/actions/mark-actions.ts";
import { chooseMark } from "../../client/desk/marks/bind-marks.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import type { CallerView, PanelActions } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

interface CallerMarksProps {
  view: CallerView;
  actions: Pick<PanelActions, "keyed" | "verifyLeaves">;
}

/** Shows the toggles of the caller in the panel. A mark that is not possible is not drawn. */
export function CallerMarks({ view, actions }: CallerMarksProps) {
  const { marks } = view;
  if (markButtons.every((id) => chooseMark(marks, id) === null)) {
    return null;
  }
  return (
    <div className={styles["marks"]}>
      {markButtons.map((id) => (
        <MarkToggle key={id} id={id} view={view} actions={actions} />
      ))}
    </div>
  );
}

function MarkToggle({ id, view, actions }: CallerMarksProps & { id: MarkButton }) {
  const { keyed, verifyLeaves } = actions;
  const words = useTranslations("caller");
  const t = useTranslations("deskActions");
  const { isDone, reverse, button } = defineMark(id);
  const run = chooseMark(view.marks, id);
  const isOn = isDone(view.call);
  // A mark that cannot be removed is drawn as long as the call has it.
  if (button === undefined || (run === null && !(isOn && reverse === null))) {
    return null;
  }
  const isPending = view.pendingMarks.some((mark) => mark === id || mark === reverse);
  return (
    <Button
      icon={isOn ? button.on : button.off}
      {...(keyed ? { shortcut: toShortcut(findKey(id, "page")) } : {})}
      aria-pressed={isOn}
      pending={isPending}
      onClick={() => run?.()}
    >
      {id === "verify" && !isOn && verifyLeaves && canLeaveLine(view)
        ? words("verifyLeaves", { verify: t("verify.name") })
        : t(isOn || reverse === null ? `${id}.on` : `${id}.name`)}
    </Button>
  );
}

/** Returns true for a caller whom verifying can move from the line to the queue. */
function canLeaveLine({ call: { desk, conference } }: CallerView): boolean {
  return conference === null && (desk.status === "screening" || desk.status === "held");
}
