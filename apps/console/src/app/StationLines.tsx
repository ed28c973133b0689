import { LineCard } from "../features/lines/LineCard.tsx";
import { useLine } from "../features/lines/use-line.ts";
import { useSound } from "../features/settings/use-sound.ts";
import { useDesk } from "../features/station/use-desk.ts";

interface StationLinesProps {
  openKeypad: () => void;
}

export function StationLines({ openKeypad }: StationLinesProps) {
  return (
    <>
      <StationLine line="line1" openKeypad={openKeypad} />
      <StationLine line="line2" openKeypad={openKeypad} />
    </>
  );
}

interface StationLineProps extends StationLinesProps {
  line: "line1" | "line2";
}

/** The keypad goes to the selected line: the line whose button opens it is selected first. */
function StationLine({ line, openKeypad }: StationLineProps) {
  const view = useLine(line);
  const { askMicrophone } = useSound();
  const { dismiss } = useDesk();
  return (
    <LineCard
      view={view}
      askMicrophone={askMicrophone}
      openKeypad={() => {
        view.select();
        openKeypad();
      }}
      dismiss={dismiss}
    />
  );
}
