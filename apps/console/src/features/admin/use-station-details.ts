import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";

import {
  type LineDetails,
  listLineDetails,
  listMembers,
  myAdminRights,
  readStationDetails,
  type StationDetails,
  type StationMember,
} from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import type { HttpClient } from "../../lib/http-client.ts";

export type Missing =
  | { status: "loading" }
  | { status: "failed"; words: string; retry: () => void };
export type Fetched<T> = Missing | { status: "loaded"; data: T };

interface Query<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

export function toFetched<T>({ data, error, refetch }: Query<T>): Fetched<T> {
  if (data !== undefined) {
    return { status: "loaded", data };
  }
  return error === null
    ? { status: "loading" }
    : { status: "failed", words: describeFailure(error).words, retry: () => void refetch() };
}

/** Reads a part of a station's admin area; `useRefresh` reads it again. */
export function useStationQuery<T>(
  station: string,
  name: string,
  read: (http: HttpClient, of: { params: { id: string }; signal: AbortSignal }) => Promise<T>,
  refetchInterval: number | false = false,
): Fetched<T> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, name],
      queryFn: ({ signal }) => read(http, { params: { id: station }, signal }),
      refetchInterval,
    }),
  );
}

export function useMayAddStation(): boolean {
  const { http } = useConsole();
  const { data } = useQuery({
    queryKey: ["station-admin", "rights"],
    queryFn: ({ signal }) => http.call(myAdminRights, { signal }),
  });
  return data?.mayAddStation ?? false;
}

export function useStationDetails(station: string): Fetched<StationDetails> {
  return useStationQuery(station, "station", (http, of) => http.call(readStationDetails, of));
}

export function useLineDetails(station: string): Fetched<LineDetails[]> {
  return useStationQuery(
    station,
    "lines",
    async (http, of) => (await http.call(listLineDetails, of)).items,
  );
}

export function useMembers(station: string): Fetched<StationMember[]> {
  return useStationQuery(
    station,
    "people",
    async (http, of) => (await http.call(listMembers, of)).items,
  );
}

export function useRefresh(station: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ queryKey: ["station-admin", station] }),
    [queries, station],
  );
}

/** Changes a part of the station, and then reads the admin area again. */
export function useStationChange(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async <T>(change: (client: HttpClient) => Promise<T>): Promise<T> => {
    const answer = await change(http);
    await refresh();
    return answer;
  };
}

/** Makes a change that has no form, stores a refusal for display, and reads the area again. */
export function useRefusableChange(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const [refused, setRefused] = useState<string | null>(null);
  async function run(change: (client: HttpClient) => Promise<unknown>): Promise<void> {
    setRefused(null);
    try {
      await change(http);
    } catch (error) {
      setRefused(describeFailure(error).words);
    }
    await refresh();
  }
  return { refused, run };
}
