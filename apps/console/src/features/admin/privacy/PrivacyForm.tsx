import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import {
  LEAST_AUDIT_DAYS,
  type Privacy,
  retentionKinds,
  type RetentionKind,
  type RetentionPreview,
} from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { useStoredForm, inputOf } from "../use-checked-form.ts";
import { useSave } from "../use-save.ts";
import { RetentionPreviewCard } from "./RetentionPreviewCard.tsx";
import type { PrivacyChanges } from "./use-privacy.ts";

import styles from "../Admin.module.css";

type PrivacyFields = Record<RetentionKind, string>;

const MOST_DAYS = 36_500;

/** Accepts an empty text or a whole number of days, from `least` to `MOST_DAYS`. */
function daysOrNone(least: number, words: string) {
  return z.string().check(
    z.refine((text) => {
      const days = Number(text);
      const isRight = Number.isInteger(days) && days >= least && days <= MOST_DAYS;
      return text.trim() === "" || isRight;
    }, words),
  );
}

function toSchema(daysWrong: string, auditWrong: string) {
  const days = daysOrNone(1, daysWrong);
  const audit = daysOrNone(LEAST_AUDIT_DAYS, auditWrong);
  return z.object({ calls: days, notes: days, chat: days, quality: days, recordings: days, audit });
}

function toFields({ retention }: Privacy): PrivacyFields {
  const text = (days: number | null) => (days === null ? "" : String(days));
  return {
    calls: text(retention.calls),
    notes: text(retention.notes),
    chat: text(retention.chat),
    quality: text(retention.quality),
    recordings: text(retention.recordings),
    audit: text(retention.audit),
  };
}

function toPrivacy(fields: PrivacyFields): Privacy {
  const days = (text: string) => (text.trim() === "" ? null : Number(text));
  return {
    retention: {
      calls: days(fields.calls),
      notes: days(fields.notes),
      chat: days(fields.chat),
      quality: days(fields.quality),
      recordings: days(fields.recordings),
      audit: days(fields.audit),
    },
  };
}

export function PrivacyForm({ privacy, changes }: { privacy: Privacy; changes: PrivacyChanges }) {
  const t = useTranslations("privacy");
  const form = useStoredForm(toSchema(t("daysWrong"), t("auditWrong")), toFields(privacy));
  const [shown, setShown] = useState<RetentionPreview[] | null>(null);
  const looking = useSave(form.setError);
  const preview = form.handleSubmit((fields) =>
    looking.run(async () => setShown(await changes.preview(toPrivacy(fields).retention))),
  );
  return (
    <FormCard
      title={t("retention")}
      form={form}
      isStored
      confirm={async (fields) => {
        const going = await changes.preview(toPrivacy(fields).retention);
        const rows = going.map(({ kind, rows: count }) =>
          t("rows", { count, kind: t(`kind.${kind}`) }),
        );
        const words = t("saveWords", { rows: rows.join(", ") });
        return going.length === 0 ? null : { title: t("saveTitle"), words, doWords: t("saveDo") };
      }}
      send={async (fields) => {
        await changes.save(toPrivacy(fields), toPrivacy(toFields(privacy)));
        setShown(null);
      }}
    >
      <PeriodFields form={form} />
      {shown === null ? null : <RetentionPreviewCard items={shown} />}
      {looking.refused === null ? null : (
        <output className={styles["refused"]}>{looking.refused}</output>
      )}
      <div className={styles["buttons"]}>
        <Button pending={looking.pending} onClick={() => void preview()}>
          {t("preview")}
        </Button>
      </div>
    </FormCard>
  );
}

function PeriodFields({ form }: { form: UseFormReturn<PrivacyFields> }) {
  const t = useTranslations("privacy");
  return (
    <>
      <p className={styles["hint"]}>{t("retentionHint")}</p>
      <div className={styles["pair"]}>
        {retentionKinds.map((kind) => (
          <TextRow
            key={kind}
            label={t(`kind.${kind}`)}
            hint={t(`hint.${kind}`)}
            inputMode="numeric"
            maxLength={5}
            {...inputOf(form, kind)}
          />
        ))}
      </div>
    </>
  );
}
