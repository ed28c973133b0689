import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import { LiveRegion } from "../../ui/LiveRegion.tsx";
import type { IncomingView } from "./incoming-view.ts";

// The desk itself never needs it [SH17].
const IncomingCall = lazy(async () => {
  const loaded = await import("./IncomingCall.tsx");
  return { default: loaded.IncomingCall };
});

/** [SH15] A bar across the top: no dialog, and the focus stays where it is. */
export function IncomingBar({ view }: { view: IncomingView | null }) {
  const t = useTranslations("incoming");
  const name = view === null ? "" : (view.call.caller.name ?? view.call.caller.numberDisplay);
  return (
    <>
      <LiveRegion words={view === null ? "" : t("announce", { name })} />
      {view === null ? null : (
        <Suspense fallback={null}>
          <IncomingCall view={view} name={name} />
        </Suspense>
      )}
    </>
  );
}
