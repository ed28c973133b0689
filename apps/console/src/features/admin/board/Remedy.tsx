import { Ban, Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import type { BoardCheck } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { findRemedy, type MendingSection } from "./board-groups.ts";

import styles from "./Board.module.css";

const icons = { go: Check, look: TriangleAlert, no_go: Ban } as const;

/** Shows the state of a check. A good state is only a tick. */
export function StateIcon({ state }: { state: BoardCheck["state"] }) {
  const t = useTranslations("board.state");
  const Icon = icons[state];
  return (
    <span className={styles["icon"]}>
      <Icon size={18} aria-hidden="true" />
      <VisuallyHidden>{t(state)}</VisuallyHidden>
    </span>
  );
}

export interface Mend {
  link: (to: MendingSection, words: ReactNode) => ReactNode;
  ring: () => void;
}

/** Shows the step that repairs a check, if the person can take it here. */
export function Remedy({ check, mend }: { check: BoardCheck; mend: Mend }) {
  const t = useTranslations("board");
  const remedy = findRemedy(check);
  if (remedy === null) {
    return null;
  }
  return remedy === "ring" ? (
    <Button onClick={mend.ring}>{t("ring")}</Button>
  ) : (
    <span className={styles["mend"]}>{mend.link(remedy, t(`mend.${remedy}`))}</span>
  );
}
