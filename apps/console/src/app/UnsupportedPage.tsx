import { useTranslations } from "use-intl";

import type { MissingFeature } from "../lib/find-missing-features.ts";
import { StatusPage } from "./StatusPage.tsx";

/** In place of the console, in a browser that cannot carry a call: one page, no retry. */
export function UnsupportedPage({ missing }: { missing: readonly MissingFeature[] }) {
  const t = useTranslations("app");
  return (
    <StatusPage title={t("unsupported")}>
      {t("unsupportedWords")}
      <ul>
        {missing.map((feature) => (
          <li key={feature}>{t(`missing.${feature}`)}</li>
        ))}
      </ul>
      {t("unsupportedHint")}
    </StatusPage>
  );
}
