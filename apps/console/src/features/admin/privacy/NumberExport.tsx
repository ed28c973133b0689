import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";

import styles from "../Admin.module.css";

/** All that is stored of a number, as a file [AD73]. */
export function NumberExport({ take }: { take: (number: string) => Promise<void> }) {
  const t = useTranslations("privacy");
  const form = useForm<{ number: string }>({ defaultValues: { number: "" }, mode: "onSubmit" });
  const saving = useSave(form.setError);
  const submit = form.handleSubmit(({ number }) => saving.run(() => take(number.trim())));
  return (
    <form
      className={styles["card"]}
      aria-label={t("export")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{t("export")}</h3>
      <p className={styles["hint"]}>{t("exportHint")}</p>
      <TextRow
        label={t("number")}
        hint={t("numberHint")}
        wrong={form.formState.errors.number?.message}
        inputMode="tel"
        maxLength={32}
        {...form.register("number", {
          validate: (text) => text.trim().length > 2 || t("numberNeeded"),
        })}
      />
      <FormFoot saving={saving} state="clean" cancel={null} submit={t("exportDo")} />
    </form>
  );
}
