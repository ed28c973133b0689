import { useMemo, useState } from "react";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectActiveLine } from "../client/store/select-calls.ts";
import { LineKeypad, type OpenKeypad } from "../features/lines/LineKeypad.tsx";
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
  const line = useRootState(selectActiveLine);
  const { call } = useLine(line);
  const [keypad, setKeypad] = useState<OpenKeypad | null>(null);
  const buttons = useMemo(() => panels.filter(({ ofCall }) => ofCall !== true), [panels]);
  const id = call === null || call.sendDigit === null ? null : call.call.id;
  const openKeypad = useMemo(
    () => (id === null ? null : () => setKeypad({ line, call: id })),
    [line, id],
  );
  return (
    <>
      <BottomBar takeNext={takeNext} openKeypad={openKeypad} panels={buttons} side={side} />
      {keypad === null ? null : <LineKeypad keypad={keypad} onClose={() => setKeypad(null)} />}
    </>
  );
}
