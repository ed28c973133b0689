import { useState } from "react";

import type { PrizeTab } from "./prize-view.ts";
import { PrizeCard } from "./PrizeCard.tsx";
import { usePrizes } from "./use-prizes.ts";

export function PrizePanel({ openContest }: { openContest: () => void }) {
  const [tab, setTab] = useState<PrizeTab>("caller");
  return <PrizeCard view={usePrizes(tab)} {...{ tab, setTab, openContest }} />;
}
