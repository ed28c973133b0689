import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import {
  type DeviceLine,
  type LineFeeds,
  requireAirReady,
  setCallBackDigit,
  setLineFeed,
  stationInfo,
} from "@linedesk/contract";
import { useConsole, useOpenStation, usePermission } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";

export interface AirLinesView {
  station: string;
  feeds: LineFeeds;
  refused: string | null;
  set: (line: DeviceLine, feedsAir: boolean) => void;
  requiresReady: boolean;
  requireReady: (required: boolean) => void;
  /** The digit with which a waiting caller asks for a call back, or `null`. */
  callBackDigit: string | null;
  setCallBackDigit: (digit: string | null) => void;
}

interface AirSettings {
  feedsAir: LineFeeds;
  requiresAirReady: boolean;
  callBackDigit: string | null;
}

function pickAir({ feedsAir, requiresAirReady, callBackDigit }: AirSettings): AirSettings {
  return { feedsAir, requiresAirReady, callBackDigit };
}

/** Returns `null` while the settings load, and when the role may not change them. */
export function useAirLines(open: boolean): AirLinesView | null {
  const { http } = useConsole();
  const queries = useQueryClient();
  const station = useOpenStation();
  const maySet = usePermission("admin");
  const id = station?.id ?? "";
  const key = ["line-feeds", id];
  const loaded = useQuery({
    queryKey: key,
    enabled: open && maySet && id !== "",
    queryFn: async ({ signal }) =>
      pickAir(await http.call(stationInfo, { params: { id }, signal })),
  });
  const change = useMutation({
    mutationFn: (body: { line: DeviceLine; feedsAir: boolean }) =>
      http.call(setLineFeed, { body: { station: id, ...body } }),
    onSuccess: ({ feedsAir }) =>
      void queries.setQueryData<AirSettings>(key, (before) => before && { ...before, feedsAir }),
  });
  const requirement = useMutation({
    mutationFn: (required: boolean) =>
      http.call(requireAirReady, { body: { station: id, required } }),
    onSuccess: ({ requiresAirReady }) =>
      void queries.setQueryData<AirSettings>(
        key,
        (before) => before && { ...before, requiresAirReady },
      ),
  });
  const callBack = useMutation({
    mutationFn: (digit: string | null) =>
      http.call(setCallBackDigit, { body: { station: id, digit } }),
    onSuccess: ({ callBackDigit }) =>
      void queries.setQueryData<AirSettings>(
        key,
        (before) => before && { ...before, callBackDigit },
      ),
  });
  const failed = change.error ?? requirement.error ?? callBack.error;
  if (!maySet || station === null || loaded.data === undefined) {
    return null;
  }
  return {
    station: station.callSign,
    feeds: loaded.data.feedsAir,
    refused: failed === null ? null : describeFailure(failed).words,
    set: (line, feedsAir) => change.mutate({ line, feedsAir }),
    requiresReady: loaded.data.requiresAirReady,
    requireReady: (required) => requirement.mutate(required),
    callBackDigit: loaded.data.callBackDigit,
    setCallBackDigit: (digit) => callBack.mutate(digit),
  };
}
