import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { Saving } from "./use-save.ts";

import styles from "./Admin.module.css";

interface FormFootProps {
  saving: Saving;
  /** Discards the input, and closes the form if it can be closed; `null` hides the button. */
  cancel: (() => void) | null;
  submit?: string;
}

export function FormFoot({ saving, cancel, submit }: FormFootProps) {
  const t = useTranslations("admin");
  return (
    <div className={styles["foot"]}>
      <output className={styles["refused"]}>{saving.refused}</output>
      {cancel === null ? null : <Button onClick={cancel}>{t("cancel")}</Button>}
      <Button look="primary" type="submit" pending={saving.pending}>
        {submit ?? t("save")}
      </Button>
    </div>
  );
}
