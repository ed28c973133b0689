import { BoardTable, type SectionLink } from "./BoardTable.tsx";
import { useBoard } from "./use-board.ts";

export function BoardSection({ station, link }: { station: string; link: SectionLink }) {
  return <BoardTable view={useBoard(station)} link={link} />;
}
