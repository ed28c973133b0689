import { BoardTable } from "./BoardTable.tsx";
import type { Mend } from "./Remedy.tsx";
import { useBoard } from "./use-board.ts";

export function BoardSection({ station, link }: { station: string; link: Mend["link"] }) {
  return <BoardTable view={useBoard(station)} link={link} />;
}
