import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import {
  readRecordingSettings,
  type RecordingSettings,
  saveRecordingSettings,
  numberLimits,
  type NumbersFrom,
  type Privacy,
} from "@linedesk/contract";
import { FormCard } from "../FormCard.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { SectionState } from "../SectionState.tsx";
import { TextRow } from "../TextRow.tsx";
import {
  numberWanted,
  useCheckedForm,
  inputOf,
  useControl,
  useStoredForm,
} from "../use-checked-form.ts";
import { type Fetched, useStationQuery, useStationChange } from "../use-station-details.ts";
import { PrivacyForm } from "./PrivacyForm.tsx";
import { RecordingForm } from "./RecordingForm.tsx";
import { usePrivacy, usePrivacyChanges } from "./use-privacy.ts";

import styles from "../Admin.module.css";

export function PrivacySection({ station }: { station: string }) {
  const fetched = usePrivacy(station);
  const changes = usePrivacyChanges(station);
  const recording = useRecordingSettings(station);
  const saveRecording = useSaveRecording(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  if (recording.status !== "loaded") {
    return <SectionState fetched={recording} />;
  }
  return (
    <div className={styles["columns"]}>
      <PrivacyForm privacy={fetched.data} changes={changes} />
      <div className={styles["column"]}>
        <MaskingForm privacy={fetched.data} save={changes.save} />
        <RecordingForm station={station} settings={recording.data} save={saveRecording} />
        <NumberExport take={changes.takeNumber} />
      </div>
    </div>
  );
}

function useRecordingSettings(station: string): Fetched<RecordingSettings> {
  return useStationQuery(station, "recording", (http, of) => http.call(readRecordingSettings, of));
}

function useSaveRecording(station: string): (settings: RecordingSettings) => Promise<void> {
  const change = useStationChange(station);
  return async (body) => {
    await change((http) => http.call(saveRecordingSettings, { params: { id: station }, body }));
  };
}

export function NumberExport({ take }: { take: (number: string) => Promise<void> }) {
  const t = useTranslations("privacy");
  const admin = useTranslations("admin");
  const schema = z.object({ number: numberWanted(admin("numberWrong")) });
  const form = useCheckedForm(schema, { number: "" });
  return (
    <FormCard
      title={t("export")}
      form={form}
      submit={t("exportDo")}
      send={({ number }) => take(number.trim())}
    >
      <p className={styles["hint"]}>{t("exportHint")}</p>
      <TextRow
        label={t("number")}
        hint={t("numberHint")}
        inputMode="tel"
        maxLength={32}
        {...inputOf(form, "number")}
      />
    </FormCard>
  );
}

type Choice = NonNullable<NumbersFrom> | "everybody";

const choices: readonly Choice[] = ["everybody", ...numberLimits];
const schema = z.object({ choice: z.enum(choices) });

interface MaskingFormProps {
  privacy: Privacy;
  save: (privacy: Privacy, seen: Privacy) => Promise<void>;
}

export function MaskingForm({ privacy, save }: MaskingFormProps) {
  const t = useTranslations("privacy");
  const choice: Choice = privacy.numbersFrom ?? "everybody";
  const form = useStoredForm(schema, { choice });
  return (
    <FormCard
      title={t("masking")}
      form={form}
      isStored
      send={({ choice: from }) =>
        save({ ...privacy, numbersFrom: from === "everybody" ? null : from }, privacy)
      }
    >
      <p className={styles["hint"]}>{t("maskingHint")}</p>
      <SelectRow
        label={t("numbersFrom")}
        hint={t("numbersFromHint")}
        options={choices.map((value) => ({
          value,
          label: value === "everybody" ? t("everybody") : t(`from.${value}`),
        }))}
        {...useControl(form, "choice")}
      />
    </FormCard>
  );
}
