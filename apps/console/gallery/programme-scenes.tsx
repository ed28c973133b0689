import type { SoundReport } from "@linedesk/contract";
import { SoundRowCard } from "../src/features/admin/sounds/SoundRow.tsx";
import type { StationSoundView } from "../src/features/admin/sounds/use-station-sound.ts";
import { anAdminScene } from "./AdminFrame.tsx";
import type { Scene } from "./stage-scenes.tsx";

import styles from "../src/features/admin/Admin.module.css";

function nothing() {
  return undefined;
}

/** Returns a preview of two seconds whose loudness rises and falls. */
function aPreview(): string {
  const bytes = new Uint8Array(44 + 16_000 * 2);
  const samples = new DataView(bytes.buffer, 44);
  for (let at = 0; at < 16_000; at += 1) {
    const loudness = 0.15 + 0.7 * Math.abs(Math.sin(at / 900) * Math.cos(at / 2_100));
    samples.setInt16(at * 2, Math.round(32_000 * loudness * Math.sin(at)), true);
  }
  return `data:audio/wav;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

function aReport(over: Partial<SoundReport>): SoundReport {
  return {
    problem: null,
    detail: null,
    kind: "file",
    durationS: 185,
    lufs: -19.8,
    peakDbfs: -1.2,
    preview: aPreview(),
    ...over,
  };
}

function aView(report: SoundReport | null): StationSoundView {
  return {
    pending: false,
    report,
    failed: null,
    check: nothing,
    upload: nothing,
    forget: nothing,
  };
}

const URL = "https://sounds.example.com/hold.mp3";
const STORED = "sound:018f4b7e-8a6c-4c38-9d2e-0f6a5b4c3d2e/summer-hold.ogg";
const gone = aReport({
  problem: "unreachable",
  detail: "The sound's server answered 404",
  kind: null,
  durationS: null,
  lufs: null,
  peakDbfs: null,
  preview: null,
});

function SoundStates() {
  return (
    <div className={styles["card"]}>
      <h3>Sound for callers</h3>
      <SoundRowCard
        use="programme"
        label="Live programme"
        value="https://radio.example.com/live"
        onChange={nothing}
        wrong={undefined}
        view={aView(aReport({ kind: "stream", durationS: 4, lufs: null }))}
      />
      <SoundRowCard
        use="music"
        label="Hold music"
        value={STORED}
        onChange={nothing}
        wrong={undefined}
        view={aView(aReport({}))}
      />
      <SoundRowCard
        use="announcement"
        label="Line closed"
        value={URL}
        onChange={nothing}
        wrong={undefined}
        view={aView(aReport({ problem: "too_quiet", lufs: -47.3, peakDbfs: -31 }))}
      />
      <SoundRowCard
        use="announcement"
        label="Lines busy"
        value={URL}
        onChange={nothing}
        wrong="cannot be reached"
        view={aView(gone)}
      />
    </div>
  );
}

export const programmeScenes: Scene[] = [anAdminScene("admin-sounds", "station", <SoundStates />)];
