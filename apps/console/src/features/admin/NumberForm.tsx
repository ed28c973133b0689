import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { FormCard } from "./FormCard.tsx";
import { TextRow } from "./TextRow.tsx";
import { numberWanted, useCheckedForm, inputOf } from "./use-checked-form.ts";

import styles from "./Admin.module.css";

interface NumberFormProps {
  title: string;
  hint: string;
  nameLabel: string;
  nameLength: number;
  submit: string;
  send: (fields: { number: string; name: string }) => Promise<void>;
}

export function NumberForm(props: NumberFormProps) {
  const { title, hint, nameLabel, nameLength, submit, send } = props;
  const t = useTranslations("admin");
  const schema = z.object({ number: numberWanted(t("numberWrong")), name: z.string() });
  const form = useCheckedForm(schema, { number: "", name: "" });
  return (
    <FormCard
      title={title}
      form={form}
      submit={submit}
      send={({ number, name }) => send({ number: number.trim(), name: name.trim() })}
    >
      <div className={styles["pair"]}>
        <TextRow
          label={t("lines.number")}
          hint={hint}
          inputMode="tel"
          maxLength={32}
          {...inputOf(form, "number")}
        />
        <TextRow label={nameLabel} maxLength={nameLength} {...inputOf(form, "name")} />
      </div>
    </FormCard>
  );
}
