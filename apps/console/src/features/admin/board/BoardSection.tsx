import { BoardTable } from "./BoardTable.tsx";
import { useBoard } from "./use-board.ts";

/** Whether the station can go to air, looked at while the page is open [AD30]. */
export function BoardSection({ station }: { station: string }) {
  return <BoardTable view={useBoard(station)} />;
}
