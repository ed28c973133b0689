import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { numberWanted, useCheckedForm, inputOf } from "../use-checked-form.ts";

import styles from "../Admin.module.css";

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
