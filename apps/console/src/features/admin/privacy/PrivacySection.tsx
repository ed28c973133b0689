import { useTranslations } from "use-intl";

import { SectionState } from "../SectionState.tsx";
import { NumberExport } from "./NumberExport.tsx";
import { PrivacyForm } from "./PrivacyForm.tsx";
import { usePrivacy, usePrivacyChanges } from "./use-privacy.ts";

import styles from "../Admin.module.css";

/** How long data is stored, and what is stored of a number [AD70] [AD73]. */
export function PrivacySection({ station }: { station: string }) {
  const t = useTranslations("privacy");
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
