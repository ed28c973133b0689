import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import type { CallerDetail, CallerProfile } from "@linedesk/contract";
import type { OpenDial } from "../../client/ConsoleProvider.tsx";
import { toMoment } from "../../lib/read-win.ts";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { Field } from "../../ui/Field.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { MergeSection } from "./MergeSection.tsx";
import { PastCallRow, CallButton } from "./PastCallRow.tsx";
import type { ProfileView, SearchView } from "./profile-view.ts";
import { ProfileFlags } from "./ProfileFlags.tsx";

import styles from "./People.module.css";

interface ProfileCardProps {
  view: ProfileView;
  others: SearchView;
  openCalls: () => void;
  openTimeline: ((call: string) => void) | null;
  /** Opens the dial panel with the number; `null` when the person may not dial here. */
  dial: OpenDial | null;
}

export function ProfileCard({ view, others, openCalls, openTimeline, dial }: ProfileCardProps) {
  const t = useTranslations("people");
  const { profile, refused } = view;
  return (
    <div className={styles["profile"]}>
      <h3 className={styles["title"]}>
        {profile.name ?? profile.numbers[0]?.numberDisplay ?? t("noName")}
      </h3>
      {refused === null ? null : (
        <p aria-live="polite" className={styles["refused"]}>
          {refused}
        </p>
      )}
      <div className={styles["fields"]}>
        <Detail view={view} field="name" label={t("name")} maxLength={100} />
        <Detail view={view} field="location" label={t("place")} maxLength={100} />
        <Detail view={view} field="note" label={t("note")} maxLength={1000} />
      </div>
      <Facts profile={profile} dial={dial} />
      <ProfileFlags view={view} />
      <MergeSection view={view} others={others} />
      <section className={styles["section"]} aria-label={t("recent")}>
        <header className={styles["sectionHead"]}>
          <h4>{t("recent")}</h4>
          <Button look="quiet" onClick={openCalls}>
            {t("allCalls")}
          </Button>
        </header>
        <ul className={styles["plain"]}>
          {profile.recent.map((call) => (
            <li key={call.id} className={styles["past"]}>
              <PastCallRow
                station={view.station}
                call={call}
                withCaller={false}
                openTimeline={openTimeline}
                dial={null}
              />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface DetailProps {
  view: ProfileView;
  field: CallerDetail;
  label: string;
  maxLength: number;
}

/** Shows the new value before it is saved; after a refusal shows the old value and the reason. */
function Detail({ view, field, label, maxLength }: DetailProps) {
  const t = useTranslations("people");
  const { profile, details, actions } = view;
  const state = details[field];
  const { edit } = actions;
  return (
    <Field
      label={label}
      value={state.status === "saving" ? state.value : (profile[field] ?? "")}
      placeholder={field === "note" ? t("noteHint") : ""}
      maxLength={maxLength}
      save={edit === null ? null : (value, seen) => edit(field, value, seen)}
      state={state.status === "saving" ? { status: "saving" } : state}
      words={{ saving: t("saving"), retry: t("retry") }}
    />
  );
}

function Numbers({ profile, dial }: { profile: CallerProfile; dial: OpenDial | null }) {
  const { numbers } = profile;
  return (
    <span className={styles["numbers"]}>
      <span>{numbers.map(({ numberDisplay }) => numberDisplay).join(", ")}</span>
      {dial === null
        ? null
        : numbers.map(({ number, numberDisplay: display }) => (
            <CallButton key={number} {...{ dial, number, display }} name={display} />
          ))}
    </span>
  );
}

function Facts({ profile, dial }: { profile: CallerProfile; dial: OpenDial | null }) {
  const t = useTranslations("people");
  const formats = useTimeFormats();
  const now = useNow();
  const {
    numbers,
    sharers,
    contact,
    firstCallAt,
    lastCallAt,
    calls,
    callsThisMonth,
    talkedWith,
    wins,
  } = profile;
  const facts: [string, ReactNode][] = [
    [t("numbers"), numbers.length === 0 ? "" : <Numbers profile={profile} dial={dial} />],
    [
      t("sharers"),
      sharers
        .map(({ name, numberDisplay }) =>
          t("sharer", { name: name ?? t("noName"), number: numberDisplay }),
        )
        .join(", "),
    ],
    [t("contact"), contact ?? ""],
    [t("firstCall"), firstCallAt === null ? "" : formats.full(Date.parse(firstCallAt))],
    [t("lastCall"), lastCallAt === null ? "" : formats.full(Date.parse(lastCallAt))],
    [t("calls"), t("callsOf", { calls: String(calls), month: String(callsThisMonth) })],
    [
      t("talkedWith"),
      talkedWith
        .map((who) => t("talkedWithOne", { name: who.name, calls: String(who.calls) }))
        .join(", "),
    ],
    [
      t("wins"),
      wins
        .map(({ prize, wonOn, status }) =>
          t("winOf", { prize, day: formats.day(toMoment(wonOn), now), status: t(`won.${status}`) }),
        )
        .join(", "),
    ],
  ];
  return <FactList facts={facts} />;
}
