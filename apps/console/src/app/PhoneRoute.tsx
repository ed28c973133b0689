import { useEffect } from "react";
import { useTranslations } from "use-intl";

import { phoneMessages } from "../features/phone/phone-messages.ts";
import { PhonePage } from "../features/phone/PhonePage.tsx";
import { useDemoPhone } from "../features/phone/use-demo-phone.ts";
import { withWords } from "../ui/LazyWords.tsx";

function DemoPhone() {
  const t = useTranslations("phone");
  const title = t("title");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <PhonePage view={useDemoPhone()} />;
}

export const PhoneRoute = withWords(DemoPhone, { phone: phoneMessages });
