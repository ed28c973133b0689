import type { SoundUse } from "@linedesk/contract";

const MAX_ANNOUNCEMENT_S = 120;
/**
 * The exchange amplifies a sound to -20 LUFS by at most 20 dB, so a sound below this limit stays
 * too quiet.
 */
const MIN_LUFS = -40;
/** Only a sound with clipping is louder. */
const MAX_LUFS = -5;

export interface MeasuredSound {
  kind: "file" | "stream";
  durationMs: number;
  lufs: number | null;
}

export function findSoundProblem(
  use: SoundUse,
  { kind, durationMs, lufs }: MeasuredSound,
  { playsStreams }: { playsStreams: boolean },
) {
  if (kind === "stream" && use !== "announcement" && !playsStreams) {
    return "not_streamed";
  }
  if (use === "programme") {
    // The stream may be silent now, so its level is not checked; callers then hear the hold music.
    return kind === "stream" ? null : "not_live";
  }
  if (use === "announcement" && kind === "stream") {
    return "endless";
  }
  if (use === "announcement" && durationMs > MAX_ANNOUNCEMENT_S * 1000) {
    return "too_long";
  }
  if (lufs === null) {
    return "silent";
  }
  if (lufs < MIN_LUFS) {
    return "too_quiet";
  }
  return lufs > MAX_LUFS ? "too_loud" : null;
}
