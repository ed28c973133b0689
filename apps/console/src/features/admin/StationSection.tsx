import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { type LineDetails, saveStationDetails, type StationDetails } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { CallsCard, HoursCard, LooksCard } from "./CallsCard.tsx";
import { FormFoot } from "./FormFoot.tsx";
import { SectionState } from "./SectionState.tsx";
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

const urls = [
  ["liveProgrammeUrl", "live", "liveHint"],
  ["holdMusicUrl", "music", "musicHint"],
  ["lineClosedUrl", "closed", "closedHint"],
  ["linesBusyUrl", "busy", "busyHint"],
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
  const submit = form.handleSubmit(async (fields) => {
    const { callSign: _callSign, logo: _logo, ...seen } = details;
    const body = { ...toDetails(fields), seen };
    setSaved(
      await saving.run(async () => {
        await http.call(saveStationDetails, { params: { id: station }, body });
        await refresh();
      }),
    );
  });
  return (
    <form className={styles["section"]} onSubmit={(event) => void submit(event)} noValidate>
      <NameCard form={form} callSign={details.callSign} />
      <SoundCard form={form} />
      <CallsCard form={form} lines={lines} />
      <HoursCard form={form} />
      <DialCard form={form} />
      <LooksCard form={form} />
      <FormFoot
        saving={saving}
        state={formState.isDirty ? "unsaved" : isSaved ? "saved" : "clean"}
        cancel={formState.isDirty ? () => form.reset(toFields(details)) : null}
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

function SoundCard({ form }: { form: Form }) {
  const t = useTranslations("admin");
  const isUrl = (text: string) => text.trim() === "" || /^https?:\/\/./i.test(text.trim());
  return (
    <div className={styles["card"]}>
      <h3>{t("station.hears")}</h3>
      {urls.map(([field, label, hint]) => (
        <TextRow
          key={field}
          label={t(`station.${label}`)}
          hint={t(`station.${hint}`)}
          wrong={form.formState.errors[field]?.message}
          inputMode="url"
          maxLength={2_000}
          {...form.register(field, { validate: (text) => isUrl(text) || t("station.urlWrong") })}
        />
      ))}
    </div>
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
