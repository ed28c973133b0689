import { useMedia } from "./use-media.ts";

/** `wide` has a side column, `middle` has a sheet at the bottom, and `small` has tabs. */
export type DeskSize = "wide" | "middle" | "small";

const WIDE_QUERY = "(width >= 1100px)";
const SMALL_QUERY = "(width < 760px)";

/** Returns the layout of the desk. The style sheets have the same widths. */
export function useDeskSize(): DeskSize {
  const wide = useMedia(WIDE_QUERY);
  const small = useMedia(SMALL_QUERY);
  return wide ? "wide" : small ? "small" : "middle";
}
