import { type DeskSize, useDeskSize } from "../../ui/use-desk-size.ts";
import { useMedia } from "../../ui/use-media.ts";

/** The values of `--row` in `tokens.css` and `conditions.css` as numbers, for arithmetic. */
const heights: Record<
  DeskSize,
  Record<"mouse" | "touch", [comfortable: number, compact: number]>
> = {
  wide: { mouse: [44, 32], touch: [52, 46] },
  middle: { mouse: [44, 32], touch: [44, 44] },
  small: { mouse: [58, 48], touch: [58, 48] },
};

export function useRowHeight(compact: boolean): number {
  const size = useDeskSize();
  const touch = useMedia("(pointer: coarse)");
  return heights[size][touch ? "touch" : "mouse"][compact ? 1 : 0];
}
