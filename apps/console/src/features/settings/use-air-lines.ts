import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { type DeviceLine, type LineFeeds, setLineFeed, stationInfo } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { useOpenStation, usePermission } from "../../client/use-permission.ts";

/** Which of the station's device lines feed the air, for who may set it [LN41]. */
export interface AirLinesView {
  station: string;
  feeds: LineFeeds;
  /** Why the last change was refused. */
  refused: string | null;
  set: (line: DeviceLine, feedsAir: boolean) => void;
}

/** Null while it is not known, and for who may not set it. */
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
      (await http.call(stationInfo, { params: { id }, signal })).feedsAir,
  });
  const change = useMutation({
    mutationFn: (body: { line: DeviceLine; feedsAir: boolean }) =>
      http.call(setLineFeed, { body: { station: id, ...body } }),
    onSuccess: ({ feedsAir }) => void queries.setQueryData(key, feedsAir),
  });
  if (!maySet || station === null || loaded.data === undefined) {
    return null;
  }
  return {
    station: station.callSign,
    feeds: loaded.data,
    refused: change.error === null ? null : describeFailure(change.error).words,
    set: (line, feedsAir) => change.mutate({ line, feedsAir }),
  };
}
