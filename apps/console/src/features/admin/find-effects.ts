/** The typed settings that affect callers before an operator answers; an empty text means none. */
export interface CallerPath {
  forwardTo: string;
  holdMusicUrl: string;
}

export type CallerEffect = "forwarded" | "answeredHere" | "music" | "builtInMusic";

export function findEffects(before: CallerPath, after: CallerPath): CallerEffect[] {
  const effects: CallerEffect[] = [];
  const forwardTo = after.forwardTo.trim();
  if (forwardTo !== before.forwardTo.trim()) {
    effects.push(forwardTo === "" ? "answeredHere" : "forwarded");
  }
  const music = after.holdMusicUrl.trim();
  if (music !== before.holdMusicUrl.trim()) {
    effects.push(music === "" ? "builtInMusic" : "music");
  }
  return effects;
}
