import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { type LineDetails, saveStationDetails, type StationDetails } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { CallsCard, HoursCard, LooksCard } from "./CallsCard.tsx";
import { EffectsDialog } from "./EffectsDialog.tsx";
import { findEffects } from "./find-effects.ts";
import { FormFoot } from "./FormFoot.tsx";
import { SectionState } from "./SectionState.tsx";
import { SoundRow } from "./sounds/SoundRow.tsx";
import { type StationFields, toDetails, toFields } from "./station-fields.ts";
import { TextRow } from "./TextRow.tsx";
import { useSave } from "./use-save.ts";
import { useLineDetails, useRefresh, useStationDetails } from "./use-station-details.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

import styles from "./Admin.module.css";

const MAX_MINUTES = 1_440;

/** The station's name and what its callers hear [AD21]. */
export function StationSection({ station }: { station: string }) {
  const fetched = useStationDetails(station);
  const lines = useLineDetails(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  return lines.status === "loaded" ? (
    <StationForm station={station} details={fetched.data} lines={lines.data} />
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

function StationForm({ station, details, lines }: StationFormProps) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const form = useForm<StationFields>({ values: toFields(details), mode: "onChange" });
  const { formState } = form;
  const saving = useSave(form.setError);
  useUnsavedGuard(formState.isDirty);
  // The form begins anew with what was saved, and forgets that it was sent.
  const [isSaved, setSaved] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<StationFields | null>(null);
  const before = toFields(details);
  async function send(fields: StationFields) {
    const { callSign: _callSign, logo: _logo, ...seen } = details;
    const body = { ...toDetails(fields), seen };
    await http.call(saveStationDetails, { params: { id: station }, body });
    await refresh();
  }
  const submit = form.handleSubmit(async (fields) => {
    if (findEffects(before, fields).length > 0) {
      setUnconfirmed(fields);
    } else {
      setSaved(await saving.run(() => send(fields)));
    }
  });
  return (
    <form className={styles["section"]} onSubmit={(event) => void submit(event)} noValidate>
      <NameCard form={form} callSign={details.callSign} />
      <SoundCard station={station} form={form} />
      <CallsCard form={form} lines={lines} />
      <HoursCard form={form} />
      <DialCard form={form} />
      <LooksCard form={form} />
      <FormFoot
        saving={saving}
        state={formState.isDirty ? "unsaved" : isSaved ? "saved" : "clean"}
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

type Form = ReturnType<typeof useForm<StationFields>>;

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
        <TextRow
          label={t("station.name")}
          wrong={form.formState.errors.name?.message}
          maxLength={100}
          {...form.register("name", {
            validate: (text) => text.trim() !== "" || t("station.needed"),
          })}
        />
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
  const isUrl = (text: string) => text.trim() === "" || /^(https?:\/\/|sound:)./i.test(text.trim());
  const { field, fieldState } = useController({
    control: form.control,
    name: sound.field,
    rules: { validate: (text) => isUrl(text) || t("urlWrong") },
  });
  return (
    <SoundRow
      station={station}
      use={sound.use}
      label={t(sound.label)}
      hint={t(sound.hint)}
      value={field.value}
      onChange={field.onChange}
      wrong={fieldState.error?.message}
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
        wrong={form.formState.errors.maxDialMinutes?.message}
        inputMode="numeric"
        maxLength={4}
        {...form.register("maxDialMinutes", {
          validate: (text) => isMinutes(text) || t("station.minutesWrong"),
        })}
      />
    </div>
  );
}

function isMinutes(text: string): boolean {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES;
}
