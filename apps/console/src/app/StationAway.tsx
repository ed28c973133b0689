import type { ComponentProps } from "react";

import { AwayBars } from "../features/incoming/AwayBars.tsx";
import { airMessages } from "../features/lines/air-messages.ts";
import { AwayDrop } from "../features/lines/AirBar.tsx";
import { withWords } from "../ui/LazyWords.tsx";

const Drop = withWords(AwayDrop, { air: airMessages });

type StationAwayProps = Omit<ComponentProps<typeof AwayBars>, "drop">;

/** The bars of a page without the desk, with the button that drops all callers from air. */
export function StationAway(props: StationAwayProps) {
  return <AwayBars {...props} drop={<Drop />} />;
}
