import { ContestCard } from "./ContestCard.tsx";
import { useContest } from "./use-contest.ts";

interface ContestPanelProps {
  open: boolean;
  close: () => void;
}

export function ContestPanel({ close }: ContestPanelProps) {
  return <ContestCard view={useContest()} close={close} />;
}
