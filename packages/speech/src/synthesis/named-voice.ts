export interface NamedVoice {
  /** Null where the voice has none of its own. */
  language: string | null;
  gender: "female" | "male";
}
