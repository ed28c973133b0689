import { useQuery } from "@tanstack/react-query";

import {
  readRecordingSettings,
  type RecordingSettings,
  saveRecordingSettings,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { type Fetched, toFetched, useRefresh } from "../use-station-details.ts";

export function useRecordingSettings(station: string): Fetched<RecordingSettings> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "recording"],
      queryFn: ({ signal }) =>
        http.call(readRecordingSettings, { params: { id: station }, signal }),
    }),
  );
}

export function useSaveRecording(station: string): (settings: RecordingSettings) => Promise<void> {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async (body) => {
    await http.call(saveRecordingSettings, { params: { id: station }, body });
    await refresh();
  };
}
