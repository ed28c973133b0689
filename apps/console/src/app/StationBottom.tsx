import { useCallback, useState } from "react";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectActiveLine } from "../client/store/select-calls.ts";
import { KeypadDialog } from "../features/lines/KeypadDialog.tsx";
import { useLine } from "../features/lines/use-line.ts";
import { BottomBar } from "../features/station/BottomBar.tsx";
import { useDesk } from "../features/station/use-desk.ts";
import type { StationPanel } from "./use-panels.ts";

interface StationBottomProps {
  panels: readonly StationPanel[];
  side: { open: boolean; toggle: () => void };
}

export function StationBottom({ panels, side }: StationBottomProps) {
  const { takeNext } = useDesk();
  const view = useLine(useRootState(selectActiveLine));
  const [keypad, setKeypad] = useState(false);
  const send = view.call?.sendDigit ?? null;
  const openKeypad = useCallback(() => setKeypad(true), []);
  return (
    <>
      <BottomBar
        takeNext={takeNext}
        openKeypad={send === null ? null : openKeypad}
        panels={panels}
        side={side}
      />
      {keypad ? (
        <KeypadDialog number={view.number} send={send} onClose={() => setKeypad(false)} />
      ) : null}
    </>
  );
}
