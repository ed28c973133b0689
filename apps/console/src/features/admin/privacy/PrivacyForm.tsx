import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import {
  LEAST_AUDIT_DAYS,
  type Privacy,
  retentionKinds,
  type RetentionKind,
  type RetentionPreview,
} from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import { RetentionPreviewCard } from "./RetentionPreviewCard.tsx";
import type { PrivacyChanges } from "./use-privacy.ts";

import styles from "../Admin.module.css";

type PrivacyFields = Record<RetentionKind, string>;

const MOST_DAYS = 36_500;

function toFields({ retention }: Privacy): PrivacyFields {
  const text = (days: number | null) => (days === null ? "" : String(days));
  return {
    calls: text(retention.calls),
    notes: text(retention.notes),
    chat: text(retention.chat),
    quality: text(retention.quality),
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
      audit: days(fields.audit),
    },
  };
}

interface PrivacyFormProps {
  privacy: Privacy;
  changes: PrivacyChanges;
}

/** Periods are saved once it has been seen what they take away [AD71]. */
export function PrivacyForm({ privacy, changes }: PrivacyFormProps) {
  const t = useTranslations("privacy");
  const form = useForm<PrivacyFields>({ values: toFields(privacy), mode: "onChange" });
  const saving = useSave(form.setError);
  const [shown, setShown] = useState<RetentionPreview[] | null>(null);
  const [going, setGoing] = useState<RetentionPreview[] | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  async function save() {
    const fields = form.getValues();
    await changes.save(toPrivacy(fields));
    form.reset(fields);
    setShown(null);
    setSaved(true);
  }
  const submit = form.handleSubmit((fields) =>
    saving.run(async () => {
      const found = await changes.preview(toPrivacy(fields).retention);
      if (found.length > 0) {
        setGoing(found);
      } else {
        await save();
      }
    }),
  );
  const preview = form.handleSubmit((fields) =>
    saving.run(async () => setShown(await changes.preview(toPrivacy(fields).retention))),
  );
  const rows = going?.map(({ kind, rows: count }) => t("rows", { count, kind: t(`kind.${kind}`) }));
  return (
    <form
      className={styles["card"]}
      aria-label={t("retention")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <PeriodFields form={form} />
      {shown === null ? null : <RetentionPreviewCard items={shown} />}
      <div className={styles["buttons"]}>
        <Button onClick={() => void preview()}>{t("preview")}</Button>
      </div>
      <FormFoot saving={saving} state={toState(isDirty, isSaved)} cancel={null} />
      <AskDialog
        open={going !== null}
        title={t("saveTitle")}
        words={t("saveWords", { rows: rows?.join(", ") ?? "" })}
        doWords={t("saveDo")}
        close={() => setGoing(null)}
        run={save}
      />
    </form>
  );
}

function toState(isDirty: boolean, isSaved: boolean) {
  if (isDirty) {
    return "unsaved";
  }
  return isSaved ? "saved" : "clean";
}

type Form = ReturnType<typeof useForm<PrivacyFields>>;

function PeriodFields({ form: { register, formState } }: { form: Form }) {
  const t = useTranslations("privacy");
  function validate(kind: RetentionKind) {
    const least = kind === "audit" ? LEAST_AUDIT_DAYS : 1;
    return (text: string) => {
      const days = Number(text);
      const isRight = Number.isInteger(days) && days >= least && days <= MOST_DAYS;
      return text.trim() === "" || isRight || t(kind === "audit" ? "auditWrong" : "daysWrong");
    };
  }
  return (
    <>
      <h3>{t("retention")}</h3>
      <p className={styles["hint"]}>{t("retentionHint")}</p>
      <div className={styles["pair"]}>
        {retentionKinds.map((kind) => (
          <TextRow
            key={kind}
            label={t(`kind.${kind}`)}
            hint={t(`hint.${kind}`)}
            wrong={formState.errors[kind]?.message}
            inputMode="numeric"
            maxLength={5}
            {...register(kind, { validate: validate(kind) })}
          />
        ))}
      </div>
    </>
  );
}
