import { useEffect } from "react";
import { useTranslations } from "use-intl";

import { useDemoPhone } from "../calls/hooks/demo-phone-hooks.ts";
import { PhonePage } from "../features/phone/PhonePage.tsx";

export function PhoneRoute() {
  const t = useTranslations("phone");
  const title = t("title");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <PhonePage view={useDemoPhone()} />;
}
