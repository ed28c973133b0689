import { useEffect } from "react";
import { useTranslations } from "use-intl";

import { PhonePage } from "../features/phone/PhonePage.tsx";
import { useDemoPhone } from "../features/phone/use-demo-phone.ts";

export function PhoneRoute() {
  const t = useTranslations("phone");
  const title = t("title");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <PhonePage view={useDemoPhone()} />;
}
