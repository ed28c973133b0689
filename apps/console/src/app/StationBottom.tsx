import { useMemo } from "react";

import { BottomBar } from "../features/station/BottomBar.tsx";
import { useDesk } from "../features/station/use-desk.ts";
import type { StationPanel } from "./use-panels.ts";

interface StationBottomProps {
  panels: readonly StationPanel[];
  side: { open: boolean; toggle: () => void };
}

export function StationBottom({ panels, side }: StationBottomProps) {
  const { takeNext } = useDesk();
  const buttons = useMemo(() => panels.filter(({ ofCall }) => ofCall !== true), [panels]);
  return <BottomBar takeNext={takeNext} panels={buttons} side={side} />;
}
