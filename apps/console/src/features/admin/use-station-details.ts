import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

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

export function useMayAddStation(): boolean {
  const { http } = useConsole();
  const { data } = useQuery({
    queryKey: ["station-admin", "rights"],
    queryFn: ({ signal }) => http.call(myAdminRights, { signal }),
  });
  return data?.mayAddStation ?? false;
}

export function useStationDetails(station: string): Fetched<StationDetails> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "station"],
      queryFn: ({ signal }) => http.call(readStationDetails, { params: { id: station }, signal }),
    }),
  );
}

export function useLineDetails(station: string): Fetched<LineDetails[]> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "lines"],
      queryFn: async ({ signal }) =>
        (await http.call(listLineDetails, { params: { id: station }, signal })).items,
    }),
  );
}

export function useMembers(station: string): Fetched<StationMember[]> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "people"],
      queryFn: async ({ signal }) =>
        (await http.call(listMembers, { params: { id: station }, signal })).items,
    }),
  );
}

export function useRefresh(station: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ queryKey: ["station-admin", station] }),
    [queries, station],
  );
}
