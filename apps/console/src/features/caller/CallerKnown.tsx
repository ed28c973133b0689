import { useState } from "react";
import { useTranslations } from "use-intl";

import type { CallerProfile } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { KnownView } from "./caller-view.ts";

import styles from "./CallerKnown.module.css";

interface CallerKnownProps {
  known: KnownView;
  asks: boolean;
  close: () => void;
}

/**
 * Shows the facts about the person as one running text, which leaves space for the past calls. It
 * also names the other people who have the number.
 */
export function CallerKnown({ known: { profile, setPerson }, asks, close }: CallerKnownProps) {
  const t = useTranslations("known");
  const facts = useFacts(profile);
  const hasOthers = setPerson !== null && profile.sharers.length > 0;
  return facts.length === 0 && !hasOthers && !asks ? null : (
    <section className={styles["known"]} aria-label={t("title")}>
      {facts.length === 0 ? null : (
        <dl className={styles["facts"]}>
          {facts.map(([label, words]) => (
            <div key={label}>
              <dt>{label}</dt> <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      {setPerson === null ? null : <OtherPeople sharers={profile.sharers} set={setPerson} />}
      {asks && setPerson !== null ? <NewPerson set={setPerson} close={close} /> : null}
    </section>
  );
}

function useFacts(profile: CallerProfile): [string, string][] {
  const t = useTranslations("known");
  const formats = useTimeFormats();
  const now = useNow();
  const { calls, callsThisMonth, firstCallAt, lastCallAt, talkedWith, contact, name } = profile;
  const day = (at: string | null) => (at === null ? "" : formats.day(Date.parse(at), now));
  const facts: [string, string][] = [
    [t("calls"), calls === 0 ? "" : t("callsOf", { calls, month: callsThisMonth })],
    [t("firstCall"), calls === 0 ? "" : day(firstCallAt)],
    [t("lastCall"), day(lastCallAt)],
    [t("talkedWith"), talkedWith.map((who) => who.name).join(", ")],
    [t("contact"), contact === name ? "" : (contact ?? "")],
  ];
  return facts.filter(([, words]) => words !== "");
}

interface OtherPeopleProps {
  sharers: CallerProfile["sharers"];
  set: NonNullable<KnownView["setPerson"]>;
}

function OtherPeople({ sharers, set }: OtherPeopleProps) {
  const t = useTranslations("known");
  return sharers.length === 0 ? null : (
    <div className={styles["others"]}>
      <span className={styles["label"]}>{t("others")}</span>
      {sharers.map(({ id, name, numberDisplay }) => (
        <Button key={id} size="row" onClick={() => set({ caller: id })}>
          {name ?? numberDisplay}
        </Button>
      ))}
    </div>
  );
}

function NewPerson({ set, close }: Pick<OtherPeopleProps, "set"> & { close: () => void }) {
  const t = useTranslations("known");
  const [name, setName] = useState("");
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        set({ name });
        close();
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
  );
}
