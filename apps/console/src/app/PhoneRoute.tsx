import { useTranslations } from "use-intl";

import { phoneMessages } from "../features/phone/phone-messages.ts";
import { PhonePage } from "../features/phone/PhonePage.tsx";
import { useDemoPhone } from "../features/phone/use-demo-phone.ts";
import { withWords } from "../ui/LazyWords.tsx";
import { usePageTitle } from "./PageTitle.tsx";

function DemoPhone() {
  const t = useTranslations("phone");
  usePageTitle(t("title"));
  return <PhonePage view={useDemoPhone()} />;
}

export const PhoneRoute = withWords(DemoPhone, { phone: phoneMessages });
