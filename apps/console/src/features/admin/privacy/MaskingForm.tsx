import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { numberLimits, type NumbersFrom, type Privacy } from "@linedesk/contract";
import { FormCard } from "../FormCard.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { useControl, useStoredForm } from "../use-checked-form.ts";

import styles from "../Admin.module.css";

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
