import { type ReactNode, useMemo } from "react";
import { IntlProvider, useLocale, useMessages } from "use-intl";

import { DEFAULT_LOCALE } from "@linedesk/contract";
import { registerMessagesDe } from "./register-messages.de.ts";
import { registerMessages } from "./register-messages.ts";

/** The words of these sections come with the admin area, in the page's language. */
export function RegisterWords({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const messages = useMessages();
  const withOwn = useMemo(() => {
    const chosen = locale === DEFAULT_LOCALE ? registerMessages : registerMessagesDe;
    // The keys are the same by type; the literal sentences, of which arguments are read, are not.
    return { ...messages, registers: chosen as unknown as typeof registerMessages };
  }, [locale, messages]);
  return (
    <IntlProvider locale={locale} messages={withOwn}>
      {children}
    </IntlProvider>
  );
}
