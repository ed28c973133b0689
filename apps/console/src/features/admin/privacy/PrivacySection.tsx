import { SectionState } from "../SectionState.tsx";
import { useSectionWords } from "../use-section-words.ts";
import { NumberExport } from "./NumberExport.tsx";
import { privacyMessagesDe } from "./privacy-messages.de.ts";
import { privacyMessages } from "./privacy-messages.ts";
import { PrivacyForm } from "./PrivacyForm.tsx";
import { usePrivacy, usePrivacyChanges } from "./use-privacy.ts";

import styles from "../Admin.module.css";

/** How long data is stored, and what is stored of a number [AD70] [AD73]. */
export function PrivacySection({ station }: { station: string }) {
  const t = useSectionWords(privacyMessages, privacyMessagesDe);
  const fetched = usePrivacy(station);
  const changes = usePrivacyChanges(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  return (
    <div className={styles["section"]}>
      <PrivacyForm privacy={fetched.data} changes={changes} />
      <NumberExport take={changes.takeNumber} />
      <section className={styles["card"]} aria-label={t("consent")}>
        <h3>{t("consent")}</h3>
        <span>{t("consentWords")}</span>
      </section>
    </div>
  );
}
