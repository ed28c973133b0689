import { type ReactNode, useEffect, useMemo, useReducer } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { noOpenForms, reduceOpenForms } from "./open-forms.ts";
import { SaveBarContext, type SaveBarForms, type UnsavedForm } from "./save-bar.ts";

import styles from "./SaveBar.module.css";

interface SaveBarProviderProps {
  section: string;
  /** Draws the page with the bar, which is `null` while nothing is unsaved. */
  children: (bar: ReactNode, isSaved: boolean) => ReactNode;
}

/** Collects the unsaved forms of a section for its one save bar. */
export function SaveBarProvider({ section, children }: SaveBarProviderProps) {
  const [forms, dispatch] = useReducer(reduceOpenForms, noOpenForms);
  useEffect(() => dispatch({ type: "section opened" }), [section]);
  const context = useMemo<SaveBarForms>(
    () => ({
      show: (form, unsaved) => dispatch({ type: "shown", form, unsaved }),
      saved: () => dispatch({ type: "saved" }),
    }),
    [],
  );
  const unsaved = [...forms.unsaved.values()];
  const bar = unsaved.length === 0 ? null : <SaveBar forms={unsaved} />;
  const isSaved = forms.isSaved && bar === null;
  return <SaveBarContext value={context}>{children(bar, isSaved)}</SaveBarContext>;
}

function SaveBar({ forms }: { forms: readonly UnsavedForm[] }) {
  const t = useTranslations("admin.changes");
  const names = forms.flatMap((form) => form.names);
  const count = Math.max(names.length, forms.length);
  const refused = forms.find((form) => form.refused !== null)?.refused ?? null;
  return (
    <section className={styles["bar"]} aria-label={t("title")}>
      <strong className={styles["count"]}>{t("count", { count })}</strong>
      <output className={styles["names"]} data-refused={refused !== null || undefined}>
        {refused ?? names.join(", ")}
      </output>
      <Button size="call" onClick={() => forms.forEach(({ discard }) => discard())}>
        {t("discard")}
      </Button>
      <Button
        look="primary"
        size="call"
        pending={forms.some(({ pending }) => pending)}
        onClick={() => forms.forEach(({ save }) => save())}
      >
        {t("save", { count })}
      </Button>
    </section>
  );
}
