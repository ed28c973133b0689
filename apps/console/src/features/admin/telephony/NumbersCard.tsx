import { useTranslations } from "use-intl";

import type { NumberSetup } from "@linedesk/contract";

import styles from "../Admin.module.css";

/** Where the calls of each number go now, and whether Linedesk changes that [AD31]. */
export function NumbersCard({ numbers }: { numbers: readonly NumberSetup[] }) {
  const t = useTranslations("telephony");
  function describe({ state, goesTo }: NumberSetup): string {
    switch (state) {
      case "right":
        return t("right");
      case "will_change":
        return t("willChange", { url: goesTo ?? "" });
      case "absent":
        return t("absent");
      case "not_known":
        return t("notKnown");
    }
  }
  return (
    <div className={styles["card"]}>
      <h3>{t("numbers")}</h3>
      <ul>
        {numbers.map((number) => (
          <li key={number.numberDisplay}>
            {number.line} {number.numberDisplay}
            <span className={styles["quiet"]}>{describe(number)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
