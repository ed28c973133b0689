import type { PastRecording } from "@linedesk/contract";
import { RecordButton, type RecordView } from "../src/features/lines/RecordButton.tsx";
import { RecordingList } from "../src/features/people/RecordingList.tsx";
import { uuid } from "./a-call.ts";
import type { Scene } from "./stage-scenes.tsx";

import styles from "./Gallery.module.css";

function nothing() {
  return undefined;
}

const none: RecordView = {
  state: null,
  pending: false,
  start: null,
  stop: null,
  pause: null,
  resume: null,
};

const buttons: Record<string, RecordView> = {
  off: { ...none, start: nothing },
  announcing: { ...none, state: "announcing", stop: nothing },
  running: { ...none, state: "running", stop: nothing, pause: nothing },
  paused: { ...none, state: "paused", stop: nothing, resume: nothing },
};

const items: PastRecording[] = [
  { id: uuid(731), at: "2026-11-19T23:42:00.000Z", durationS: 134, deleted: false },
  { id: uuid(732), at: "2026-11-19T23:45:00.000Z", durationS: null, deleted: false },
  { id: uuid(733), at: "2026-11-19T23:46:00.000Z", durationS: 20, deleted: true },
];

/** The button for recording in each of its states, and the recordings of a past call. */
export const recordingScenes: Scene[] = [
  ...Object.entries(buttons).map(([name, view]) => ({
    id: `recording-${name}`,
    draw: () => (
      <main className={styles["sheet"]}>
        <h1>Line 1</h1>
        <RecordButton view={view} number={1} selected />
      </main>
    ),
  })),
  ...[true, false].map((mayPlay) => ({
    id: mayPlay ? "recording-list" : "recording-list-closed",
    draw: () => (
      <main className={styles["sheet"]}>
        <h1>Recordings</h1>
        <RecordingList
          items={items}
          mayPlay={mayPlay}
          remove={mayPlay ? async () => nothing() : null}
        />
      </main>
    ),
  })),
];
