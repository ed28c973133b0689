import { useTranslations } from "use-intl";

import { useRootState } from "../../client/ConsoleProvider.tsx";
import type { OwnAction } from "../../client/store/desk-state.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";

export function OwnActionAnnouncer() {
  const t = useTranslations("deskActions");
  const last = useRootState((state) => state.desk.lastAction);
  if (last === null) {
    return <LiveRegion words="" />;
  }
  const words = t(`${last.action.type}.done`, readArguments(last.action));
  return <LiveRegion words={words} count={last.count} />;
}

function readArguments(action: OwnAction): { name: string; number: string; to: string } {
  return {
    name: "name" in action ? action.name : "",
    number: "line" in action && action.line === "line2" ? "2" : "1",
    to: "to" in action ? action.to : "",
  };
}
