/** Moments of the call at hand in ms since 1970; absent until they come. */
export type Moments = Partial<
  Record<
    | "clicked"
    | "accepted"
    | "microphone"
    | "invited"
    | "described"
    | "answered"
    | "connected"
    | "heard",
    number
  >
>;
