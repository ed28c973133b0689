import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { Saving } from "./use-save.ts";

import styles from "./Admin.module.css";

interface FormFootProps {
  saving: Saving;
  state: "clean" | "unsaved" | "saved";
  /** Discards the changes, and closes a form that can be closed; `null` hides the button. */
  cancel: (() => void) | null;
  submit?: string;
}

export function FormFoot({ saving, state, cancel, submit }: FormFootProps) {
  const t = useTranslations("admin");
  return (
    <>
      <div className={styles["buttons"]}>
        <Button look="primary" type="submit" pending={saving.pending}>
          {submit ?? t("save")}
        </Button>
        {cancel === null ? null : <Button onClick={cancel}>{t("cancel")}</Button>}
        <output className={styles["state"]}>{state === "clean" ? "" : t(state)}</output>
      </div>
      {saving.refused === null ? null : (
        <output className={styles["refused"]}>{saving.refused}</output>
      )}
    </>
  );
}
