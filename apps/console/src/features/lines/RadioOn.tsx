import { Radio } from "lucide-react";
import { useTranslations } from "use-intl";

import { LiveRegion } from "../../ui/LiveRegion.tsx";
import type { LineCallView } from "./line-view.ts";

import styles from "./LineCard.module.css";

/** The programme is heard behind the caller of the line: shown, and said politely [CW22]. */
export function RadioOn({ call }: { call: LineCallView | null }) {
  const t = useTranslations("lines");
  const isOn = call !== null && call.state.status !== "ended" && call.call.programmeAudible;
  const { name, numberDisplay } = call?.call.caller ?? { name: null, numberDisplay: "" };
  return (
    <>
      {isOn ? (
        <strong className={styles["radio"]} title={t("radioOnHint")}>
          <Radio size={15} aria-hidden="true" />
          {t("radioOn")}
        </strong>
      ) : null}
      <LiveRegion words={isOn ? t("radioOnSaid", { name: name ?? numberDisplay }) : ""} />
    </>
  );
}
