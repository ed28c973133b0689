import { lazy, Suspense } from "react";

import { PanelHost, PanelBoundary } from "./PanelHost.tsx";
import type { SideColumnProps } from "./shown-panel.ts";

const SideSheet = lazy(async () => ({ default: (await import("./SideSheet.tsx")).SideSheet }));

export function SideColumn(props: SideColumnProps) {
  const { panels, size, caller, ways } = props;
  const guarded = caller === null ? null : <PanelBoundary>{caller}</PanelBoundary>;
  if (size === "wide") {
    return (
      <>
        <PanelHost panels={panels} ways={ways} />
        {guarded}
      </>
    );
  }
  return (
    <Suspense fallback={null}>
      <SideSheet {...props} caller={guarded} />
    </Suspense>
  );
}
