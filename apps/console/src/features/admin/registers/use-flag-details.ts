import { keepPreviousData, useQuery } from "@tanstack/react-query";

import {
  type ErasureProof,
  type FlagDetails,
  listCallerIds,
  listErasures,
  listFlagDetails,
  type StationCallerId,
} from "@linedesk/contract";
import { useConsole, useRootState } from "../../../client/ConsoleProvider.tsx";
import { type Fetched, toFetched, useStationQuery } from "../use-station-details.ts";

export function useFlagDetails(station: string): Fetched<FlagDetails[]> {
  return useStationQuery(
    station,
    "flags",
    async (http, of) => (await http.call(listFlagDetails, of)).items,
  );
}

export function useCallerIds(station: string): Fetched<StationCallerId[]> {
  const { http } = useConsole();
  const changedAt = useRootState((state) => state.calls.callerIdsAt);
  const snapshots = useRootState((state) => state.calls.snapshots);
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "caller-ids", changedAt, snapshots],
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }) =>
        (await http.call(listCallerIds, { params: { id: station }, signal })).items,
    }),
  );
}

export function useErasures(station: string): Fetched<ErasureProof[]> {
  return useStationQuery(
    station,
    "erasures",
    async (http, of) => (await http.call(listErasures, of)).items,
  );
}
