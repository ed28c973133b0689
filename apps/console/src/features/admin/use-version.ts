import { useQuery } from "@tanstack/react-query";

import { stationHealth } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";

/** Returns the version of the server; `null` until it is known. */
export function useVersion(): string | null {
  const { http } = useConsole();
  const health = useQuery({
    queryKey: ["version"],
    queryFn: ({ signal }) => http.call(stationHealth, { signal }),
  });
  return health.data?.version ?? null;
}
