import { useQuery } from "@tanstack/react-query";
import { CircleDot, CirclePause, CirclePlay, CircleStop } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useTranslations } from "use-intl";

import {
  type LiveRecording,
  type Call,
  type DeviceLine,
  recordCall,
  type RecordingAction,
  stationInfo,
} from "@linedesk/contract";
import { findKey } from "../../client/actions/desk-actions.ts";
import {
  type CallToRecord,
  recordActions,
  type RecordDefinition,
} from "../../client/actions/record-actions.ts";
import { useConsole, useRootState, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";

import styles from "./RecordButton.module.css";

export interface RecordView {
  state: LiveRecording | null;
  /** Is true for a person who may record at a station that records no calls. */
  isOff?: boolean;
  pending: boolean;
  start: (() => void) | null;
  stop: (() => void) | null;
  pause: (() => void) | null;
  resume: (() => void) | null;
}

interface RecordButtonProps {
  view: RecordView;
  number: 1 | 2;
  selected: boolean;
}

/** Starts and stops the recording; the button is lit during the notice and the recording. */
export function RecordButton({ view, number: line, selected }: RecordButtonProps) {
  const t = useTranslations("recording");
  const { state, pending } = view;
  const number = String(line);
  const toggle = view.start ?? view.stop;
  const words = view.stop === null ? "start" : "stop";
  return (
    <span className={styles["record"]}>
      {state === null ? null : (
        <strong className={styles["sign"]} data-state={state}>
          <CircleDot size={14} aria-hidden="true" />
          {t(`state.${state}`)}
        </strong>
      )}
      <Button
        className={classNames(styles["button"], state === null ? styles["named"] : undefined)}
        icon={state === null ? CircleDot : CircleStop}
        pending={pending}
        title={t(`${words}Hint`, { number })}
        aria-label={t(words)}
        onClick={toggle}
        {...(selected && state === null ? { shortcut: toShortcut(findKey("record")) } : {})}
      />
      <HoldRecording view={view} number={number} />
      <LiveRegion words={state === null ? "" : t(`spoken.${state}`, { number })} />
    </span>
  );
}

function HoldRecording({ view, number }: { view: RecordView; number: string }) {
  const t = useTranslations("recording");
  const { pause, resume } = view;
  const toggle = pause ?? resume;
  if (toggle === null) {
    return null;
  }
  const words = t(pause === null ? "resume" : "pause", { number });
  return (
    <Button
      className={styles["button"]}
      icon={pause === null ? CirclePlay : CirclePause}
      title={words}
      aria-label={words}
      onClick={toggle}
    />
  );
}

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

/** Returns the recording state of the call, and the actions that the role's permission allows. */
export function useRecording(call: Call, line: DeviceLine): RecordView {
  const { http, desk } = useConsole();
  const mayRecord = usePermissionAt(call.station, "record");
  const isOffered = useRecords(call.station, mayRecord);
  const key = `record:${call.id}`;
  const pending = useRootState((state) => state.desk.pending[key] !== undefined);
  const ask = useCallback(
    (action: RecordingAction) => {
      const request = { call: call.id, action: "record", line, key } as const;
      void desk.requests.send(request, async () => {
        await http.call(recordCall, { params: { call: call.id }, body: { action } });
      });
    },
    [http, desk, call.id, line, key],
  );
  const { recording: state = null } = call;
  return useMemo(
    () => ({
      state,
      isOff: mayRecord && !isOffered,
      pending,
      ...bindRecording({ call, mayRecord, isOffered }, ask),
    }),
    [state, pending, call, mayRecord, isOffered, ask],
  );
}

function bindRecording(at: CallToRecord, ask: (action: RecordingAction) => void) {
  function bind({ isPossible, run }: RecordDefinition): (() => void) | null {
    return isPossible(at) ? () => run(ask) : null;
  }
  return {
    start: bind(recordActions.record),
    stop: bind(recordActions.stop_recording),
    pause: bind(recordActions.pause_recording),
    resume: bind(recordActions.resume_recording),
  };
}
