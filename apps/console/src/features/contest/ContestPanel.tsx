import { ContestCard } from "./ContestCard.tsx";
import { useContest } from "./use-contest.ts";

interface ContestPanelProps {
  openCaller: (call: string) => void;
  close: () => void;
}

export function ContestPanel({ openCaller, close }: ContestPanelProps) {
  return <ContestCard view={useContest(openCaller)} close={close} />;
}
