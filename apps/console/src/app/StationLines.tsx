import { useState } from "react";

import { LineCard } from "../features/lines/LineCard.tsx";
import { LineKeypad, type OpenKeypad } from "../features/lines/LineKeypad.tsx";
import { useLine } from "../features/lines/use-line.ts";
import { useSound } from "../features/settings/use-sound.ts";
import { useDesk } from "../features/station/use-desk.ts";
import { OtherTabCard } from "../features/tabs/OtherTabCard.tsx";
import { useOtherTab } from "../features/tabs/use-other-tab.ts";

export function StationLines() {
  const other = useOtherTab();
  return other === null ? <BothLines /> : <OtherTabCard {...other} />;
}

function BothLines() {
  return (
    <>
      <StationLine line="line1" />
      <StationLine line="line2" />
    </>
  );
}

function StationLine({ line }: { line: "line1" | "line2" }) {
  const view = useLine(line);
  const { askMicrophone } = useSound();
  const { dismiss } = useDesk();
  const [keypad, setKeypad] = useState<OpenKeypad | null>(null);
  const call = view.call?.call.id;
  return (
    <>
      <LineCard
        view={view}
        askMicrophone={askMicrophone}
        openKeypad={() => setKeypad(call === undefined ? null : { line, call })}
        dismiss={dismiss}
      />
      {keypad === null ? null : <LineKeypad keypad={keypad} onClose={() => setKeypad(null)} />}
    </>
  );
}
