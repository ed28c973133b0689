import { useState } from "react";

import { KeypadDialog } from "../features/lines/KeypadDialog.tsx";
import { LineCard } from "../features/lines/LineCard.tsx";
import { useLine } from "../features/lines/use-line.ts";
import { useSound } from "../features/settings/use-sound.ts";
import { useDesk } from "../features/station/use-desk.ts";

export function StationLines() {
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
  const [keypad, setKeypad] = useState(false);
  return (
    <>
      <LineCard
        view={view}
        askMicrophone={askMicrophone}
        openKeypad={() => setKeypad(true)}
        dismiss={dismiss}
      />
      {keypad ? (
        <KeypadDialog
          number={view.number}
          send={view.call?.sendDigit ?? null}
          onClose={() => setKeypad(false)}
        />
      ) : null}
    </>
  );
}
