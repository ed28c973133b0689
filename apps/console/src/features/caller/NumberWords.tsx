import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import { withWords } from "../../ui/LazyWords.tsx";
import type { CallerView } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

// A chunk of its own: of few, at stations that mask numbers [SH17].
const ShowNumber = lazy(async () => {
  const words = await import("./show-number-messages.ts");
  const loaded = await import("./ShowNumber.tsx");
  return { default: withWords(loaded.ShowNumber, { showNumber: words.showNumberMessages }) };
});

interface NumberWordsProps {
  call: CallerView["call"];
  show: CallerView["showNumber"];
}

/** The number, on which line it called, and how often before. */
export function NumberWords({ call: { caller, phoneLine }, show }: NumberWordsProps) {
  const t = useTranslations("caller");
  return (
    <p className={styles["number"]}>
      <span>{caller.numberDisplay}</span>
      {show === null ? null : (
        <Suspense fallback={null}>
          <ShowNumber name={caller.name ?? caller.numberDisplay} show={show} />
        </Suspense>
      )}
      {caller.numberGiven ? <span className={styles["muted"]}>{t("numberGiven")}</span> : null}
      {phoneLine === null ? null : (
        <span className={styles["muted"]}>{t("line", { line: phoneLine.name })}</span>
      )}
      <span className={styles["earlier"]}>{t("earlier", { count: caller.earlierCalls })}</span>
    </p>
  );
}
