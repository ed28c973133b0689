import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";

import { type Contact, listContacts } from "@linedesk/contract";
import { useConsole, useRootState } from "./ConsoleProvider.tsx";

const MOST_OFFERED = 5;
/** The shortest search: one letter matches half a phone book. */
const LEAST_TYPED = 2;

const nobody: Contact[] = [];

export function useContactOffers(draft: string): Contact[] {
  const { http } = useConsole();
  const station = useRootState((state) => state.calls.station);
  const find = useDeferredValue(draft.trim().slice(0, 40));
  const isEnough = station !== null && find.length >= LEAST_TYPED;
  const { data } = useQuery({
    queryKey: ["contact-offers", station, find],
    enabled: isEnough,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { station: station ?? "", find, limit: MOST_OFFERED };
      return http.call(listContacts, { query, signal });
    },
  });
  return isEnough ? (data?.items ?? nobody) : nobody;
}
