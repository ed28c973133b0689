import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { type RecordingMode, recordingModes, type RecordingSettings } from "@linedesk/contract";
import { FormCard } from "../FormCard.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { SoundRow } from "../sounds/SoundRow.tsx";
import { TextRow } from "../TextRow.tsx";
import { orNull, urlOrNone, useStoredForm, inputOf, useControl } from "../use-checked-form.ts";

import styles from "../Admin.module.css";

interface RecordingFields {
  mode: RecordingMode;
  noticeWords: string;
  noticeUrl: string;
}

function toSchema(urlWrong: string, noticeNeeded: string) {
  const fields = z.object({
    mode: z.enum(recordingModes),
    noticeWords: z.string(),
    noticeUrl: urlOrNone(urlWrong),
  });
  return fields.check(
    z.refine(
      ({ mode, noticeWords, noticeUrl }) =>
        mode === "off" || noticeWords.trim() !== "" || noticeUrl.trim() !== "",
      { error: noticeNeeded, path: ["noticeWords"] },
    ),
  );
}

function toFields({ mode, noticeWords, noticeUrl }: RecordingSettings): RecordingFields {
  return { mode, noticeWords: noticeWords ?? "", noticeUrl: noticeUrl ?? "" };
}

interface RecordingFormProps {
  station: string;
  settings: RecordingSettings;
  save: (settings: RecordingSettings) => Promise<void>;
}

export function RecordingForm({ station, settings, save }: RecordingFormProps) {
  const t = useTranslations("privacy");
  const admin = useTranslations("admin");
  const schema = toSchema(admin("station.urlWrong"), t("noticeNeeded"));
  const form = useStoredForm<RecordingFields>(schema, toFields(settings));
  return (
    <FormCard
      title={t("consent")}
      form={form}
      isStored
      send={(fields) =>
        save({
          mode: fields.mode,
          noticeWords: orNull(fields.noticeWords),
          noticeUrl: orNull(fields.noticeUrl),
        })
      }
    >
      <p className={styles["hint"]}>{t("consentWords")}</p>
      <SelectRow
        label={t("mode")}
        options={recordingModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        {...useControl(form, "mode")}
      />
      <TextRow
        label={t("noticeWords")}
        hint={t("noticeWordsHint")}
        maxLength={500}
        {...inputOf(form, "noticeWords")}
      />
      <SoundRow
        station={station}
        use="announcement"
        hasNoDefault
        label={t("noticeUrl")}
        hint={t("noticeUrlHint")}
        {...useControl(form, "noticeUrl")}
      />
    </FormCard>
  );
}
