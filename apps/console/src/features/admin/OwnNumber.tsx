import { useState } from "react";
import { useTranslations } from "use-intl";

import { type LineDetails, confirmPhoneLine } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { AskAbout } from "./AskAbout.tsx";

import styles from "./Admin.module.css";

interface OwnNumberProps {
  station: string;
  /** A line whose number is not verified as the station's. */
  line: LineDetails;
  /** Is true for owners. Only owners may confirm a number without a code. */
  canConfirmNumber: boolean;
}

export function OwnNumber({ station, line, canConfirmNumber }: OwnNumberProps) {
  const t = useTranslations("admin.lines");
  const { http } = useConsole();
  const [vouched, setVouched] = useState<LineDetails | null>(null);
  const { numberDisplay: number } = line;
  return (
    <section className={styles["card"]} aria-label={t("ownTitle", { number })}>
      <h3>{t("ownTitle", { number })}</h3>
      <p className={styles["hint"]}>{t(canConfirmNumber ? "ownWords" : "ownAsk")}</p>
      {canConfirmNumber ? (
        <div className={styles["buttons"]}>
          <Button onClick={() => setVouched(line)}>{t("own")}</Button>
        </div>
      ) : null}
      <AskAbout
        station={station}
        about={vouched}
        question={() => ({
          title: t("ownQuestion", { number }),
          words: t("ownEffect"),
          doWords: t("own"),
        })}
        close={() => setVouched(null)}
        run={({ id, number: seen }) =>
          http.call(confirmPhoneLine, { params: { id: station, line: id }, body: { number: seen } })
        }
      />
    </section>
  );
}
