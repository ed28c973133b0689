import { useTranslations } from "use-intl";

import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

import cards from "./Admin.module.css";
import styles from "./SectionSkeleton.module.css";

const ROWS = [1, 2, 3, 4, 5];

/** Shows the outline of a card whose content loads. The style sheet hides it for the first 400 ms. */
export function SectionSkeleton() {
  return (
    <div className={cards["card"]} data-loading>
      <div className={styles["head"]} aria-hidden="true">
        <span />
      </div>
      <RowSkeleton />
    </div>
  );
}

/** Shows the outline of a list whose entries load, within a card that has other content. */
export function RowSkeleton() {
  const t = useTranslations("admin");
  return (
    <div>
      <output>
        <VisuallyHidden>{t("loading")}</VisuallyHidden>
      </output>
      <div className={styles["rows"]} aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className={styles["row"]}>
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}
