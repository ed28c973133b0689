import { useQuery } from "@tanstack/react-query";

import {
  addTrunk,
  changeTrunk,
  type EndpointAnswer,
  listTrunks,
  readTelephony,
  removeTrunk,
  testTrunk,
  type TrunkChange,
  type TrunkSetup,
  type TrunkTrial,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { type Fetched, toFetched, useRefresh } from "../use-station-details.ts";

/** Null: it was not saved, for it does not answer as it should. */
export interface TriedTrunk {
  trunk: TrunkSetup | null;
  trial: TrunkTrial;
}

/** A trunk that was added is registered at within seconds. */
const LOOK_AGAIN_MS = 5_000;

export type TelephonyInForce = EndpointAnswer<typeof readTelephony>;

export function useTelephony(station: string): Fetched<TelephonyInForce> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "telephony"],
      queryFn: ({ signal }) => http.call(readTelephony, { params: { id: station }, signal }),
      refetchInterval: LOOK_AGAIN_MS,
    }),
  );
}

export function useTrunks(station: string): Fetched<EndpointAnswer<typeof listTrunks>> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "trunks"],
      queryFn: ({ signal }) => http.call(listTrunks, { params: { id: station }, signal }),
    }),
  );
}

export function useTrunkChanges(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return {
    /** Null adds one. */
    save: async (one: TrunkSetup | null, body: TrunkChange): Promise<TriedTrunk> => {
      const params = { id: station };
      const tried = await (one === null
        ? http.call(addTrunk, { params, body })
        : http.call(changeTrunk, {
            params: { ...params, trunk: one.id },
            body: { ...body, version: one.version },
          }));
      await refresh();
      return tried;
    },
    remove: async (one: TrunkSetup): Promise<void> => {
      await http.call(removeTrunk, { params: { id: station, trunk: one.id } });
      await refresh();
    },
  };
}

export function useTrunkTest(station: string) {
  const { http } = useConsole();
  return (trunk: string): Promise<TrunkTrial> =>
    http.call(testTrunk, { params: { id: station, trunk } });
}

export type TrunkChanges = ReturnType<typeof useTrunkChanges>;
