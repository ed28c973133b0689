import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { FieldChange } from "./contact-draft.ts";

import styles from "./PhoneBook.module.css";

interface TheirChangesProps {
  by: string;
  changes: readonly FieldChange[];
  take: () => void;
}

/** Shows a colleague's changes field by field, so that the person overwrites no change unseen. */
export function TheirChanges({ by, changes, take }: TheirChangesProps) {
  const t = useTranslations("contacts.form");
  function words(value: string | boolean): string {
    if (typeof value === "boolean") {
      return t(value ? "yes" : "no");
    }
    return value === "" ? t("nothing") : value;
  }
  return (
    <div aria-live="polite" className={styles["theirs"]}>
      <p>{t("meanwhile", { name: by })}</p>
      <ul>
        {changes.map(({ field, before, now }) => (
          <li key={field}>
            {t("from", { field: t(`fields.${field}`), before: words(before), now: words(now) })}
          </li>
        ))}
      </ul>
      <Button size="row" onClick={take}>
        {t("theirs")}
      </Button>
    </div>
  );
}
