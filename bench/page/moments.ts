/** The moments of the current call in ms since 1970; absent until they happen. */
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
