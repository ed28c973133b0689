import { BoardTable, type SectionLink } from "./BoardTable.tsx";
import { useBoard } from "./use-board.ts";

interface BoardSectionProps {
  station: string;
  link: SectionLink;
}

export function BoardSection({ station, link }: BoardSectionProps) {
  return <BoardTable view={useBoard(station)} link={link} />;
}
