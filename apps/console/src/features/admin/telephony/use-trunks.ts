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
import { type Fetched, useStationQuery, useStationChange } from "../use-station-details.ts";

/** The result of a test. If `trunk` is `null`, the test failed and the trunk was not saved. */
export interface TriedTrunk {
  trunk: TrunkSetup | null;
  trial: TrunkTrial;
}

/** The exchange registers an added trunk within seconds, so the page reloads its state. */
const RELOAD_MS = 5_000;

export type TelephonyInForce = EndpointAnswer<typeof readTelephony>;

export function useTelephony(station: string): Fetched<TelephonyInForce> {
  return useStationQuery(
    station,
    "telephony",
    (http, of) => http.call(readTelephony, of),
    RELOAD_MS,
  );
}

export function useTrunks(station: string): Fetched<EndpointAnswer<typeof listTrunks>> {
  return useStationQuery(station, "trunks", (http, of) => http.call(listTrunks, of));
}

export function useTrunkChanges(station: string) {
  const change = useStationChange(station);
  return {
    /** Saves one trunk; with `null` it adds a new one. */
    save: (one: TrunkSetup | null, body: TrunkChange): Promise<TriedTrunk> =>
      change((http) =>
        one === null
          ? http.call(addTrunk, { params: { id: station }, body })
          : http.call(changeTrunk, {
              params: { id: station, trunk: one.id },
              body: { ...body, version: one.version },
            }),
      ),
    remove: async (one: TrunkSetup): Promise<void> => {
      await change((http) => http.call(removeTrunk, { params: { id: station, trunk: one.id } }));
    },
  };
}

export function useTrunkTest(station: string) {
  const { http } = useConsole();
  return (trunk: string): Promise<TrunkTrial> =>
    http.call(testTrunk, { params: { id: station, trunk } });
}

export type TrunkChanges = ReturnType<typeof useTrunkChanges>;
