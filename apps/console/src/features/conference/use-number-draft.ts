import { useMemo, useState } from "react";

import { useContactOffers } from "../../client/use-contact-offers.ts";
import type { Suggestion } from "../../ui/SuggestInput.tsx";
import type { ConferenceView } from "./conference-view.ts";

export interface NumberDraft {
  text: string;
  type: (text: string) => void;
  offers: readonly Suggestion[];
}

export function useNumberDraft(dialIn: ConferenceView["dialIn"]): NumberDraft {
  const [text, type] = useState("");
  const contacts = useContactOffers(text);
  const offers = useMemo(
    () =>
      dialIn === null
        ? []
        : contacts.map(({ id, name: label, number, numberDisplay: detail }) => ({
            id,
            label,
            detail,
            choose: () => {
              type("");
              dialIn(number);
            },
          })),
    [contacts, dialIn],
  );
  return { text, type, offers };
}
