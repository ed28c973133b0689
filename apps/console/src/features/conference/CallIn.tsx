import { useId } from "react";
import { useTranslations } from "use-intl";

import { type Suggestion, SuggestInput } from "../../ui/SuggestInput.tsx";

import styles from "./Conference.module.css";

/** `useCallIn()`: somebody of the phone book is rung into the conference. */
export interface CallInView {
  draft: string;
  type: (text: string) => void;
  offers: readonly Suggestion[];
  /** Why the last one was not rung. */
  refused: string | null;
}

/** A name or number of the phone book: whoever is chosen is rung into the conference [CT27]. */
export function CallIn({ view }: { view: CallInView }) {
  const t = useTranslations("conference");
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={styles["head"]}>
        {t("callIn")}
      </label>
      <SuggestInput
        id={id}
        className={styles["find"]}
        value={view.draft}
        type={view.type}
        suggestions={view.offers}
        listLabel={t("contacts")}
        placeholder={t("callInHint")}
        maxLength={40}
      />
      {view.refused === null ? null : <p role="alert">{view.refused}</p>}
    </div>
  );
}
