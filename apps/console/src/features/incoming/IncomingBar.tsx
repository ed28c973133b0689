import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import { describeCaller, describeDirectCaller } from "../../client/store/panel-caller.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import type { IncomingView } from "./create-incoming-call.ts";

const IncomingCall = lazy(async () => {
  const loaded = await import("./IncomingCall.tsx");
  return { default: loaded.IncomingCall };
});

/** Shows a bar across the top. It is not a dialog and does not move the focus. */
export function IncomingBar({ view }: { view: IncomingView | null }) {
  const t = useTranslations("incoming");
  const name = useName(view);
  return (
    <>
      <LiveRegion words={view?.type === "waiting" ? t("announce", { name }) : ""} />
      {/* [AX8] This region announces only direct calls; the station's live region announces
          offers. */}
      <LiveRegion urgent words={view?.type === "direct" ? t("direct", { name }) : ""} />
      {view === null ? null : (
        <Suspense fallback={null}>
          <IncomingCall view={view} name={name} />
        </Suspense>
      )}
    </>
  );
}

function useName(view: IncomingView | null): string {
  const t = useTranslations("incoming");
  if (view === null) {
    return "";
  }
  if (view.type === "direct") {
    const from = describeDirectCaller(view);
    return from === "" ? t("privateCaller") : from;
  }
  return describeCaller(view.call);
}
