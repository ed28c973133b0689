import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { type Tab, Tabs } from "../../ui/Tabs.tsx";
import type { CallerView } from "./caller-view.ts";
import { CallerContacts, CallerWins } from "./CallerContacts.tsx";
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

interface CallerTabsProps {
  view: CallerView;
  aside: ReactNode;
}

function CallerTabs({ view, aside }: CallerTabsProps) {
  const t = useTranslations("known");
  const caller = useTranslations("caller");
  const [chosen, choose] = useState("history");
  const profile = view.known?.profile ?? null;
  const tabs: Tab[] = [
    { value: "history", label: caller("history"), panel: <PastCalls history={view.history} /> },
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
  return <Tabs label={caller("tabs")} value={shown} onChange={choose} tabs={tabs} aside={aside} />;
}
