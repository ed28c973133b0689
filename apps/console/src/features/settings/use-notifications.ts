import { useMemo, useState } from "react";

import { useConsole } from "../../client/ConsoleProvider.tsx";

export interface NotificationsView {
  permission: NotificationPermission | "unsupported";
  /** Null where the browser has been asked already, or has no notifications. */
  allow: (() => void) | null;
}

export function useNotifications(): NotificationsView {
  const { notifier } = useConsole().page;
  const [permission, setPermission] = useState(notifier.permission);
  return useMemo(
    () => ({
      permission,
      allow:
        permission === "default"
          ? () => void notifier.request().finally(() => setPermission(notifier.permission()))
          : null,
    }),
    [notifier, permission],
  );
}
