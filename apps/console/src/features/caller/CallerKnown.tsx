import { useState } from "react";
import { useTranslations } from "use-intl";

import type { CallerProfile } from "@linedesk/contract";
import { toMoment } from "../../lib/read-win.ts";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { KnownView } from "./caller-view.ts";

import styles from "./CallerKnown.module.css";

/** What is known of the person before anybody says hello [PN27], and who else it may be [PN28]. */
export function CallerKnown({ known }: { known: KnownView }) {
  const t = useTranslations("known");
  return (
    <section className={styles["known"]} aria-label={t("title")}>
      <FactList facts={useFacts(known.profile)} />
      {known.setPerson === null ? null : (
        <OtherPeople key={known.profile.id} sharers={known.profile.sharers} set={known.setPerson} />
      )}
    </section>
  );
}

function useFacts(profile: CallerProfile): [string, string][] {
  const t = useTranslations("known");
  const formats = useTimeFormats();
  const now = useNow();
  const { calls, callsThisMonth, firstCallAt, lastCallAt, talkedWith, wins, contact } = profile;
  const day = (at: string | null) => (at === null ? "" : formats.day(Date.parse(at), now));
  return [
    [t("firstCall"), calls === 0 ? "" : day(firstCallAt)],
    [t("lastCall"), day(lastCallAt)],
    [t("calls"), calls === 0 ? "" : t("callsOf", { calls, month: callsThisMonth })],
    [t("talkedWith"), talkedWith.map(({ name }) => name).join(", ")],
    [
      t("wins"),
      wins
        .map(({ prize, wonOn }) => t("winOf", { prize, day: formats.day(toMoment(wonOn), now) }))
        .join(", "),
    ],
    [t("contact"), contact ?? ""],
  ];
}

interface OtherPeopleProps {
  sharers: CallerProfile["sharers"];
  set: NonNullable<KnownView["setPerson"]>;
}

/** The telephone of a family: who it is this time. */
function OtherPeople({ sharers, set }: OtherPeopleProps) {
  const t = useTranslations("known");
  const [asks, setAsks] = useState(false);
  const [name, setName] = useState("");
  return (
    <div className={styles["others"]}>
      {sharers.length === 0 ? null : <span className={styles["label"]}>{t("others")}</span>}
      {sharers.map(({ id, name: other, numberDisplay }) => (
        <Button key={id} size="row" onClick={() => set({ caller: id })}>
          {other ?? numberDisplay}
        </Button>
      ))}
      <Button size="row" look="quiet" aria-expanded={asks} onClick={() => setAsks(!asks)}>
        {t("somebodyElse")}
      </Button>
      {asks ? (
        <form
          className={styles["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            set({ name });
            setAsks(false);
            setName("");
          }}
        >
          <input
            aria-label={t("newName")}
            placeholder={t("newName")}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button size="row" type="submit">
            {t("set")}
          </Button>
        </form>
      ) : null}
    </div>
  );
}
