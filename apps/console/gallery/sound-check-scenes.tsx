import {
  idleCheck,
  type SoundCheck,
  type SoundCheckView,
} from "../src/features/sound-check/sound-check.ts";
import { SoundCheckCard } from "../src/features/sound-check/SoundCheckCard.tsx";
import { Panel } from "../src/ui/Panel.tsx";
import { ago } from "./a-call.ts";
import type { Scene } from "./stage-scenes.tsx";

import styles from "./Gallery.module.css";

function nothing() {
  return undefined;
}

function aCheck(check: Partial<SoundCheck>, over: Partial<SoundCheckView> = {}): SoundCheckView {
  return {
    check: { ...idleCheck, ...check },
    run: nothing,
    answer: null,
    recordAndPlay: nothing,
    readLevel: () => 0.42,
    last: { at: ago(85_000), verdict: { word: "great", mos: 4.15 } },
    ...over,
  };
}

const running = { status: "running" } as const;
const passed = { status: "passed", verdict: null } as const;
const great = { status: "passed", verdict: { word: "excellent", mos: 4.41 } } as const;

const checks: Record<string, SoundCheckView> = {
  idle: aCheck({}, { last: null }),
  running: aCheck(
    { microphone: running, speaker: running, network: running, registration: passed },
    { run: null, recordAndPlay: null },
  ),
  asking: aCheck(
    { microphone: passed, speaker: { status: "asking" }, network: great, registration: passed },
    { answer: nothing },
  ),
  failed: aCheck({
    microphone: { status: "failed", words: "No sound from your microphone" },
    speaker: passed,
    network: {
      status: "failed",
      words: "The sound connection failed. Your network may block calls. Run the check",
    },
    registration: { status: "failed", words: "Line 1 is not connected" },
  }),
};

/** The check at the start of a shift, at the width of the side column. */
export const soundCheckScenes: Scene[] = Object.entries(checks).map(([name, view]) => ({
  id: `sound-check-${name}`,
  draw: () => (
    <main className={styles["side"]}>
      <h1>Sound check</h1>
      <Panel label="Sound check" className={styles["sideBody"]}>
        <SoundCheckCard view={view} />
      </Panel>
    </main>
  ),
}));
