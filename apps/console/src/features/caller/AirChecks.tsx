import { Check, Radio } from "lucide-react";
import { useTranslations } from "use-intl";

import { listAirLacks } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import type { CallerView } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

/** What is asked before the air; that the point is known says the point itself. */
export function AirChecks({ view }: { view: CallerView }) {
  const t = useTranslations("caller");
  const { call, checkForAir, checkingForAir } = view;
  if (checkForAir === null) {
    return null;
  }
  const { radioOff, agreed } = call.air;
  const lacks = listAirLacks(call);
  return (
    <section className={styles["marks"]} aria-label={t("air")}>
      <Button
        icon={Radio}
        aria-pressed={radioOff}
        pending={checkingForAir}
        onClick={() => checkForAir({ radioOff: !radioOff })}
      >
        {t("radioOff")}
      </Button>
      <Button
        icon={Check}
        aria-pressed={agreed}
        pending={checkingForAir}
        onClick={() => checkForAir({ agreed: !agreed })}
      >
        {t("agreed")}
      </Button>
      <p className={styles["airWords"]}>
        {lacks.length === 0
          ? t("airReady")
          : t("airLacks", { lacks: lacks.map((lack) => t(`lack.${lack}`)).join(", ") })}
      </p>
    </section>
  );
}
