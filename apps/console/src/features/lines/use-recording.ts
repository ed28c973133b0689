import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";

import {
  type Call,
  type DeviceLine,
  recordCall,
  type RecordingAction,
  stationInfo,
} from "@linedesk/contract";
import { useConsole, useRootState, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import type { RecordView } from "./RecordButton.tsx";

function useRecords(station: string, enabled: boolean): boolean {
  const { http } = useConsole();
  const snapshots = useRootState((state) => state.calls.snapshots);
  const { data = "off" } = useQuery({
    queryKey: ["recording-mode", station, snapshots],
    enabled,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) =>
      (await http.call(stationInfo, { params: { id: station }, signal })).recordingMode ?? "off",
  });
  return enabled && data !== "off";
}

/** What is recorded of the call, with what the role may do; the server has the last word. */
export function useRecording(call: Call, line: DeviceLine): RecordView {
  const { http, desk } = useConsole();
  const mayRecord = usePermissionAt(call.station, "record");
  const isOffered = useRecords(call.station, mayRecord);
  const key = `record:${call.id}`;
  const pending = useRootState((state) => state.desk.pending[key] !== undefined);
  const ask = useCallback(
    (action: RecordingAction) => () => {
      const request = { call: call.id, action: "record", line, key } as const;
      void desk.requests.send(request, async () => {
        await http.call(recordCall, { params: { call: call.id }, body: { action } });
      });
    },
    [http, desk, call.id, line, key],
  );
  const { recording = null, conference, talkback, desk: state, rehearsal } = call;
  const isBridged = state.status === "screening" || state.status === "on_air";
  const isAlone = conference === null && talkback === undefined && rehearsal !== true;
  const mayStart = isOffered && isBridged && isAlone && recording === null;
  return useMemo(
    () => ({
      state: recording,
      pending,
      start: mayStart ? ask("start") : null,
      stop: mayRecord && recording !== null ? ask("stop") : null,
      pause: mayRecord && recording === "running" ? ask("pause") : null,
      resume: mayRecord && recording === "paused" ? ask("resume") : null,
    }),
    [recording, pending, mayStart, mayRecord, ask],
  );
}
