import { useTranslations } from "use-intl";

import { useRootState } from "../../client/ConsoleProvider.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";

export function OwnActionAnnouncer() {
  const t = useTranslations("deskActions");
  const last = useRootState((state) => state.desk.lastAction);
  if (last === null) {
    return <LiveRegion words="" />;
  }
  const { type, ...facts } = last.action;
  const words = t(`${type}.done`, facts);
  return <LiveRegion words={words} count={last.count} />;
}
