import { ContestCard } from "./ContestCard.tsx";
import { useContest } from "./use-contest.ts";

export function ContestPanel({ close }: { open: boolean; close: () => void }) {
  return <ContestCard view={useContest()} close={close} />;
}
