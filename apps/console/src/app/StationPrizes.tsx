import { PrizePanel } from "../features/prizes/PrizePanel.tsx";
import { useOpenContest } from "./use-open-contest.ts";

export function StationPrizes() {
  return <PrizePanel openContest={useOpenContest()} />;
}
