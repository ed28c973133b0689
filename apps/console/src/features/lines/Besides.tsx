import { Lock } from "lucide-react";
import { useTranslations } from "use-intl";

import type { LineCallView } from "./line-view.ts";

import styles from "./LineCard.module.css";

/** Shows whether the person is on both lines, or which line the public does not hear. */
export function Besides({ besides }: Pick<LineCallView, "besides">) {
  const t = useTranslations("lines");
  const isPrivate = besides === "privateLine";
  return besides === null ? null : (
    <strong className={styles[isPrivate ? "private" : "besides"]}>
      {isPrivate ? <Lock size={15} aria-hidden="true" /> : null}
      {t(besides)}
    </strong>
  );
}
