/** The time since which each direction of a line has been silent; `null` while there is sound. */
export interface SilenceState {
  microphone: number | null;
  caller: number | null;
}

/** Loudness 0 to 1; `null` when no sound is expected, as with a muted microphone. */
export interface SoundLevels {
  microphone: number | null;
  caller: number | null;
}

export const noSilence: SilenceState = { microphone: null, caller: null };

/**
 * Below this level is only digital silence and its rounding noise. An open microphone in a quiet
 * room is louder.
 */
const SILENT_BELOW = 0.005;

/** The limit leaves time to report silence within 8 s. */
const SILENT_AFTER_MS = 7_000;

/** Returns true for a level, from 0 to 1, that counts as silence. */
export function isSilence(level: number): boolean {
  return level < SILENT_BELOW;
}

export function nextSilence(state: SilenceState, levels: SoundLevels, now: number): SilenceState {
  return {
    microphone: silentSince(state.microphone, levels.microphone, now),
    caller: silentSince(state.caller, levels.caller, now),
  };
}

function silentSince(since: number | null, level: number | null, now: number): number | null {
  return level === null || !isSilence(level) ? null : (since ?? now);
}

/** Returns true when the silence has lasted long enough for a warning. */
export function isSilent(since: number | null, now: number): boolean {
  return since !== null && now - since >= SILENT_AFTER_MS;
}
