import { useContext, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import { type LineDetails, saveStationDetails, type StationDetails } from "@linedesk/contract";
import { StationAir } from "./AirCard.tsx";
import { CallsCard, HolidaysCard, HoursCard, WordsCard } from "./CallsCard.tsx";
import { EffectsDialog } from "./EffectsDialog.tsx";
import { findEffects } from "./find-effects.ts";
import { LooksCard } from "./LooksCard.tsx";
import { SaveBarContext } from "./save-bar.ts";
import { SectionState } from "./SectionState.tsx";
import { SoundRow } from "./sounds/SoundRow.tsx";
import { type StationFields, toDetails, toFields, toStationSchema } from "./station-fields.ts";
import { StoredForm } from "./StoredForm.tsx";
import { useStoredForm, useControl } from "./use-checked-form.ts";
import { useSave } from "./use-save.ts";
import { useLineDetails, useStationChange, useStationDetails } from "./use-station-details.ts";

import styles from "./Admin.module.css";

export function StationSection({ station }: { station: string }) {
  const fetched = useStationDetails(station);
  const lines = useLineDetails(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  return lines.status === "loaded" ? (
    <div className={styles["section"]}>
      <StationAir station={station} />
      <StationForm station={station} details={fetched.data} lines={lines.data} />
    </div>
  ) : (
    <SectionState fetched={lines} />
  );
}

const sounds = [
  { field: "liveProgrammeUrl", use: "programme", label: "live", hint: "liveHint" },
  { field: "holdMusicUrl", use: "music", label: "music", hint: "musicHint" },
  { field: "lineClosedUrl", use: "announcement", label: "closed", hint: "closedHint" },
  { field: "linesBusyUrl", use: "announcement", label: "busy", hint: "busyHint" },
] as const;

interface StationFormProps {
  station: string;
  details: StationDetails;
  lines: readonly LineDetails[];
}

function useStationSchema() {
  const t = useTranslations("admin");
  return toStationSchema({
    needed: t("station.needed"),
    urlWrong: t("station.urlWrong"),
    numberWrong: t("numberWrong"),
    minutesWrong: t("station.minutesWrong"),
    spansWrong: t("station.spansWrong"),
    timeZoneWrong: t("station.timeZoneWrong"),
    holidaysWrong: t("station.holidaysWrong"),
  });
}

export function StationForm({ station, details, lines }: StationFormProps) {
  const t = useTranslations("admin");
  const change = useStationChange(station);
  const form = useStoredForm(useStationSchema(), toFields(details));
  const saving = useSave(form.setError);
  const { saved } = useContext(SaveBarContext);
  const [unconfirmed, setUnconfirmed] = useState<StationFields | null>(null);
  const before = toFields(details);
  async function send(fields: StationFields) {
    const { callSign: _callSign, logo: _logo, ...seen } = details;
    const body = { ...toDetails(fields), seen };
    await change((http) => http.call(saveStationDetails, { params: { id: station }, body }));
    saved();
  }
  const submit = form.handleSubmit(async (fields) => {
    if (findEffects(before, fields).length > 0) {
      setUnconfirmed(fields);
    } else {
      await saving.run(() => send(fields));
    }
  });
  return (
    <StoredForm
      label={t("section.station")}
      className={styles["section"]}
      isDirty={form.formState.isDirty}
      saving={saving}
      submit={(event) => void submit(event)}
      discard={() => form.reset(before)}
    >
      <SoundCard station={station} form={form} />
      <div className={styles["columns"]}>
        <LooksCard form={form} callSign={details.callSign} />
        <CallsCard form={form} lines={lines} />
        <HoursCard form={form} />
        <div className={styles["column"]}>
          <WordsCard form={form} />
          <HolidaysCard form={form} />
        </div>
      </div>
      <EffectsDialog
        before={before}
        fields={unconfirmed}
        close={() => setUnconfirmed(null)}
        save={send}
      />
    </StoredForm>
  );
}

type Form = UseFormReturn<StationFields>;

function SoundCard({ station, form }: { station: string; form: Form }) {
  const t = useTranslations("admin");
  return (
    <div className={styles["card"]}>
      <h3>
        {t("station.hears")} <span className={styles["aside"]}>{t("station.hearsHint")}</span>
      </h3>
      <div>
        {sounds.map((sound) => (
          <StationSound key={sound.field} station={station} form={form} sound={sound} />
        ))}
      </div>
    </div>
  );
}

interface StationSoundProps {
  station: string;
  form: Form;
  sound: (typeof sounds)[number];
}

function StationSound({ station, form, sound }: StationSoundProps) {
  const t = useTranslations("admin.station");
  return (
    <SoundRow
      station={station}
      use={sound.use}
      label={t(sound.label)}
      hint={t(sound.hint)}
      {...useControl(form, sound.field)}
    />
  );
}
