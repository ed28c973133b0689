import { useMemo } from "react";

import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectQueueCalls } from "../../client/store/select-calls.ts";
import { selectHiddenCalls } from "../../client/store/select-hidden.ts";
import { useCommandList } from "../../ui/keys/KeyboardProvider.tsx";
import { Palette } from "./Palette.tsx";

interface PalettePanelProps {
  close: () => void;
  openCaller: (id: string) => void;
}

export function PalettePanel({ close, openCaller }: PalettePanelProps) {
  const calls = useRootState(selectQueueCalls);
  const hidden = useRootState(selectHiddenCalls);
  const shown = useMemo(() => calls.filter(({ id }) => !hidden.has(id)), [calls, hidden]);
  return (
    <Palette commands={useCommandList()} calls={shown} close={close} openCaller={openCaller} />
  );
}
