import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";

import { numberLimits, type NumbersFrom, type Privacy } from "@linedesk/contract";
import { FormFoot } from "../FormFoot.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { useSave } from "../use-save.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";

import styles from "../Admin.module.css";

type Choice = NonNullable<NumbersFrom> | "everybody";

interface MaskingFormProps {
  privacy: Privacy;
  save: (privacy: Privacy) => Promise<void>;
}

/** From which role on callers' numbers are shown whole [AD102]. */
export function MaskingForm({ privacy, save }: MaskingFormProps) {
  const t = useTranslations("privacy");
  const stored: Choice = privacy.numbersFrom ?? "everybody";
  const form = useForm<{ choice: Choice }>({ values: { choice: stored } });
  const saving = useSave(form.setError);
  const [isSaved, setSaved] = useState(false);
  const choice = useWatch({ control: form.control, name: "choice" });
  const isDirty = choice !== stored;
  useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((fields) =>
    saving.run(async () => {
      const numbersFrom = fields.choice === "everybody" ? null : fields.choice;
      await save({ ...privacy, numbersFrom });
      setSaved(true);
    }),
  );
  const options: { value: Choice; label: string }[] = [
    { value: "everybody", label: t("everybody") },
    ...numberLimits.map((value) => ({ value, label: t(`from.${value}`) })),
  ];
  return (
    <form
      className={styles["card"]}
      aria-label={t("masking")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{t("masking")}</h3>
      <p className={styles["hint"]}>{t("maskingHint")}</p>
      <SelectRow
        label={t("numbersFrom")}
        hint={t("numbersFromHint")}
        value={choice}
        options={options}
        onChange={(value) => form.setValue("choice", value)}
      />
      <FormFoot
        saving={saving}
        state={isDirty ? "unsaved" : isSaved ? "saved" : "clean"}
        cancel={null}
      />
    </form>
  );
}
