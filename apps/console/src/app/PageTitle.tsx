import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useTranslations } from "use-intl";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectRingingCount } from "../features/queue/select-ringing-count.ts";
import { useSettings } from "../features/settings/use-settings.ts";

type SetTitle = (title: string | null) => void;

const SetTitleContext = createContext<SetTitle>(() => undefined);

export function usePageTitle(title: string): void {
  const setTitle = useContext(SetTitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(null);
  }, [setTitle, title]);
}

export function PageTitle({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<string | null>(null);
  return (
    <SetTitleContext value={setTitle}>
      <RingingTitle title={title} />
      {children}
    </SetTitleContext>
  );
}

/** Draws only the title: the number of calls changes often, and must not redraw the page. */
function RingingTitle({ title }: { title: string | null }) {
  const t = useTranslations("app");
  const [plain] = useState(() => document.title);
  const ringing = useRootState(selectRingingCount);
  const { alerts } = useSettings().settings;
  const titled = alerts.title ? ringing : 0;
  const own = title ?? plain;
  useEffect(() => {
    document.title = titled > 0 ? t("titleRinging", { count: String(titled), title: own }) : own;
  }, [t, own, titled]);
  useBadge(alerts.badge ? ringing : 0);
  return null;
}

function useBadge(ringing: number): void {
  useEffect(() => show(ringing), [ringing]);
  // When this component unmounts, for example at sign-out, the badge is removed.
  useEffect(() => () => show(0), []);
}

/**
 * Shows the number in the tab's icon. The code of the icon is not in the first load, because
 * nothing waits for it. If it fails to load, the next change tries again.
 */
function show(ringing: number): void {
  import("./show-badge.ts").then(
    ({ showBadge }) => showBadge(ringing),
    () => undefined,
  );
}
