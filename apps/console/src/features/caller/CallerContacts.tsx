import { Gift, Phone } from "lucide-react";
import { useTranslations } from "use-intl";

import type { CallerProfile } from "@linedesk/contract";
import { useOpenDial } from "../../client/use-open-dial.ts";
import { useOpenPrizes } from "../../client/use-open-prizes.ts";
import { toMoment } from "../../lib/read-win.ts";
import { Button } from "../../ui/Button.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";

import styles from "./CallerKnown.module.css";

export function CallerWins({ call, wins }: { call: string; wins: CallerProfile["wins"] }) {
  const t = useTranslations("known");
  const formats = useTimeFormats();
  const now = useNow();
  const openPrizes = useOpenPrizes();
  return (
    <>
      <ul className={styles["list"]}>
        {wins.map(({ id, prize, wonOn, status }) => (
          <li key={id} className={styles["entry"]}>
            <span className={styles["what"]}>
              <strong>{prize}</strong>
              <span className={styles["muted"]}>
                {t("wonOn", { day: formats.day(toMoment(wonOn), now), status: t(`won.${status}`) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles["below"]}>
        <Button icon={Gift} onClick={() => openPrizes(call)}>
          {t("openPrizes")}
        </Button>
      </div>
    </>
  );
}

export function CallerContacts({ contacts }: { contacts: CallerProfile["contacts"] }) {
  const t = useTranslations("known");
  const dial = useOpenDial();
  return (
    <ul className={styles["list"]}>
      {contacts.map(({ number, numberDisplay, name, tags, note }) => (
        <li key={number} className={styles["entry"]}>
          <span className={styles["what"]}>
            <strong>{name}</strong>
            <span className={styles["muted"]}>{[numberDisplay, ...tags].join(", ")}</span>
            {note === "" ? null : <span className={styles["muted"]}>{note}</span>}
          </span>
          {dial === null ? null : (
            <Button
              icon={Phone}
              aria-label={t("callNumber", { number: numberDisplay })}
              onClick={() => dial(number, numberDisplay)}
            >
              {t("call")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
