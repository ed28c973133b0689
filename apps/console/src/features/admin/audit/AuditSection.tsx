import { Download } from "lucide-react";
import { useId, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { Button } from "../../../ui/Button.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { ExportProgress } from "../../../ui/ExportProgress.tsx";
import { LazyWords } from "../../../ui/LazyWords.tsx";
import { TextRow } from "../TextRow.tsx";
import { useCheckedForm, inputOf, useControl } from "../use-checked-form.ts";
import { actionMessages } from "./action-messages.ts";
import { AuditLog } from "./AuditLog.tsx";
import { useActionWords } from "./use-action-words.ts";
import { everything, useAudit, type AuditSearch, type AuditView } from "./use-audit.ts";

import styles from "../Admin.module.css";

const words = { actions: actionMessages };

export function AuditSection({ station }: { station: string }) {
  const [search, setSearch] = useState(everything);
  const view = useAudit(station, search);
  return (
    <LazyWords words={words}>
      <div className={styles["section"]}>
        <AuditSearchForm search={setSearch} view={view} />
        <AuditLog {...view} />
      </div>
    </LazyWords>
  );
}

interface AuditSearchFormProps {
  search: (wanted: AuditSearch) => void;
  view: Pick<AuditView, "save" | "pending" | "exporting">;
}

function toSchema(daysWrong: string) {
  const text = z.string();
  return z.object({ person: text, action: text, object: text, from: text, to: text }).check(
    z.refine(({ from, to }) => from === "" || to === "" || from <= to, {
      error: daysWrong,
      path: ["to"],
    }),
  );
}

export function AuditSearchForm({ search, view }: AuditSearchFormProps) {
  const t = useTranslations("audit");
  const form = useCheckedForm(toSchema(t("daysWrong")), everything);
  const { handleSubmit } = form;
  const words = useActionWords();
  const submit = handleSubmit((wanted) =>
    search({
      ...wanted,
      action: words.toWritten(wanted.action),
      object: words.toWrittenNoun(wanted.object),
    }),
  );
  return (
    <form
      className={styles["card"]}
      aria-label={t("filters")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <div className={styles["pair"]}>
        <TextRow
          label={t("person")}
          hint={t("personHint")}
          maxLength={100}
          {...inputOf(form, "person")}
        />
        <TextRow
          label={t("action")}
          hint={t("actionHint")}
          maxLength={100}
          {...inputOf(form, "action")}
        />
      </div>
      <TextRow
        label={t("object")}
        hint={t("objectHint")}
        maxLength={100}
        {...inputOf(form, "object")}
      />
      <div className={styles["pair"]}>
        <DateRow label={t("from")} form={form} name="from" />
        <DateRow label={t("to")} form={form} name="to" />
      </div>
      <SearchButtons view={view} />
    </form>
  );
}

interface DateRowProps {
  label: string;
  form: UseFormReturn<AuditSearch>;
  name: "from" | "to";
}

function DateRow({ label, form, name }: DateRowProps) {
  const { value, onChange, wrong } = useControl(form, name);
  const id = useId();
  return (
    <div className={styles["row"]}>
      <label htmlFor={id}>{label}</label>
      <DateField
        id={id}
        value={value}
        aria-invalid={wrong !== undefined}
        onChange={(day) => {
          onChange(day ?? "");
          // Each day is valid only together with the other one, so both are checked again.
          void form.trigger();
        }}
      />
      {wrong === undefined ? null : <output className={styles["wrong"]}>{wrong}</output>}
    </div>
  );
}

function SearchButtons({ view: { save, pending, exporting } }: Pick<AuditSearchFormProps, "view">) {
  const t = useTranslations("audit");
  return (
    <div className={styles["buttons"]}>
      {exporting === null ? (
        <Button icon={Download} onClick={save}>
          {t("export")}
        </Button>
      ) : (
        <ExportProgress progress={exporting} />
      )}
      <Button look="primary" type="submit" pending={pending}>
        {t("search")}
      </Button>
    </div>
  );
}
