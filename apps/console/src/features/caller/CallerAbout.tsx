import { Gift, Phone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import type { CallerProfile } from "@linedesk/contract";
import { useOpenPrizes, useOpenDial } from "../../client/ConsoleProvider.tsx";
import { toMoment } from "../../lib/read-win.ts";
import { Button } from "../../ui/Button.tsx";
import { type Tab, Tabs } from "../../ui/Tabs.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { CallerView } from "./caller-view.ts";
import { CallerKnown } from "./CallerKnown.tsx";
import { PastCalls } from "./PastCalls.tsx";

import styles from "./CallerKnown.module.css";

export function CallerAbout({ view }: { view: CallerView }) {
  const t = useTranslations("known");
  const [namingId, setNamingId] = useState<string | null>(null);
  const { known } = view;
  const person = known?.profile.id ?? null;
  const asks = person !== null && namingId === person;
  return (
    <>
      {known === null ? null : (
        <CallerKnown known={known} asks={asks} close={() => setNamingId(null)} />
      )}
      <CallerTabs
        view={view}
        aside={
          known === null || known.setPerson === null ? null : (
            <Button
              look="quiet"
              className={styles["else"]}
              aria-label={t("isSomebodyElse")}
              title={t("isSomebodyElse")}
              aria-expanded={asks}
              onClick={() => setNamingId(asks ? null : person)}
            >
              {t("somebodyElse")}
            </Button>
          )
        }
      />
    </>
  );
}

function CallerTabs({ view, aside }: { view: CallerView; aside: ReactNode }) {
  const t = useTranslations("known");
  const [chosen, choose] = useState("history");
  const profile = view.known?.profile ?? null;
  const tabs: Tab[] = [
    { value: "history", label: t("history"), panel: <PastCalls history={view.history} /> },
  ];
  if (profile !== null && profile.wins.length > 0) {
    tabs.push({
      value: "prizes",
      label: t("prizes", { count: profile.wins.length }),
      panel: <CallerWins call={view.call.id} wins={profile.wins} />,
    });
  }
  if (profile !== null && profile.contacts.length > 0) {
    tabs.push({
      value: "contact",
      label: t("contactTab"),
      panel: <CallerContacts contacts={profile.contacts} />,
    });
  }
  const shown = tabs.some(({ value }) => value === chosen) ? chosen : "history";
  return <Tabs label={t("tabs")} value={shown} onChange={choose} tabs={tabs} aside={aside} />;
}

function CallerWins({ call, wins }: { call: string; wins: CallerProfile["wins"] }) {
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

function CallerContacts({ contacts }: { contacts: CallerProfile["contacts"] }) {
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
