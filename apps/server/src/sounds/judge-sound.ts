import type { SoundUse } from "@linedesk/contract";

const MAX_ANNOUNCEMENT_S = 120;
/** The exchange raises a sound to -20 LUFS by 20 dB at most: what is quieter stays quiet. */
const MIN_LUFS = -40;
/** Nothing that is not cut off at its peaks is as loud. */
const MAX_LUFS = -5;

export interface MeasuredSound {
  kind: "file" | "stream";
  durationMs: number;
  lufs: number | null;
}

export function judgeSound(use: SoundUse, { kind, durationMs, lufs }: MeasuredSound) {
  if (use === "programme") {
    // It may be silent just now: then its callers hear the hold music.
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
