import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import { type LineDetails, saveStationDetails, type StationDetails } from "@linedesk/contract";
import { StationAir } from "./AirCard.tsx";
import { CallsCard, HoursCard } from "./CallsCard.tsx";
import { EffectsDialog } from "./EffectsDialog.tsx";
import { findEffects } from "./find-effects.ts";
import { toState } from "./FormCard.tsx";
import { FormFoot } from "./FormFoot.tsx";
import { LooksCard } from "./LooksCard.tsx";
import { SectionState } from "./SectionState.tsx";
import { SoundRow } from "./sounds/SoundRow.tsx";
import { type StationFields, toDetails, toFields, toStationSchema } from "./station-fields.ts";
import { TextRow } from "./TextRow.tsx";
import { useStoredForm, inputOf, useControl } from "./use-checked-form.ts";
import { useSave } from "./use-save.ts";
import { useLineDetails, useStationChange, useStationDetails } from "./use-station-details.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

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
  const { formState } = form;
  const saving = useSave(form.setError);
  useUnsavedGuard(formState.isDirty);
  // A save resets the form to the saved values, so the form cannot keep the state "saved" itself.
  const [isSaved, setSaved] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<StationFields | null>(null);
  const before = toFields(details);
  async function send(fields: StationFields) {
    const { callSign: _callSign, logo: _logo, ...seen } = details;
    const body = { ...toDetails(fields), seen };
    await change((http) => http.call(saveStationDetails, { params: { id: station }, body }));
  }
  const submit = form.handleSubmit(async (fields) => {
    if (findEffects(before, fields).length > 0) {
      setUnconfirmed(fields);
    } else {
      setSaved(await saving.run(() => send(fields)));
    }
  });
  return (
    <form
      className={styles["section"]}
      aria-label={t("section.station")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <NameCard form={form} callSign={details.callSign} />
      <SoundCard station={station} form={form} />
      <CallsCard form={form} lines={lines} />
      <HoursCard form={form} />
      <DialCard form={form} />
      <LooksCard form={form} />
      <FormFoot
        saving={saving}
        state={toState(formState.isDirty, isSaved)}
        cancel={formState.isDirty ? () => form.reset(before) : null}
      />
      <EffectsDialog
        before={before}
        fields={unconfirmed}
        close={() => setUnconfirmed(null)}
        save={async (fields) => {
          await send(fields);
          setSaved(true);
        }}
      />
    </form>
  );
}

type Form = UseFormReturn<StationFields>;

function NameCard({ form, callSign }: { form: Form; callSign: string }) {
  const t = useTranslations("admin");
  return (
    <div className={styles["card"]}>
      <div className={styles["pair"]}>
        <TextRow
          label={t("station.callSign")}
          hint={t("station.callSignHint")}
          value={callSign}
          readOnly
        />
        <TextRow label={t("station.name")} maxLength={100} {...inputOf(form, "name")} />
      </div>
    </div>
  );
}

function SoundCard({ station, form }: { station: string; form: Form }) {
  const t = useTranslations("admin");
  return (
    <div className={styles["card"]}>
      <h3>{t("station.hears")}</h3>
      {sounds.map((sound) => (
        <StationSound key={sound.field} station={station} form={form} sound={sound} />
      ))}
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

function DialCard({ form }: { form: Form }) {
  const t = useTranslations("admin");
  return (
    <div className={styles["card"]}>
      <h3>{t("station.dials")}</h3>
      <TextRow
        label={t("station.maxDial")}
        hint={t("station.maxDialHint")}
        inputMode="numeric"
        maxLength={4}
        {...inputOf(form, "maxDialMinutes")}
      />
    </div>
  );
}
