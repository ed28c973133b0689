import { type Call, maskNumber, type UserSettings } from "@linedesk/contract";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import { createArrivals } from "./arrivals.ts";

export interface CallNotification {
  /** Identifies the call: a new notification replaces the one with the same tag. */
  tag: string;
  title: string;
  body: string;
}

/** The system's notifications; a page without the permission shows none. */
export interface Notifier {
  permission: () => NotificationPermission | "unsupported";
  request: () => Promise<void>;
  /**
   * Returns a function that closes the notification. `onClosed` runs when the notification closes,
   * whether the person, the system or this page has closed it.
   */
  show: (notification: CallNotification, onClosed?: () => void) => () => void;
}

export interface DesktopNotificationsOptions {
  store: Store;
  notifier: Notifier;
  alerts: () => UserSettings["alerts"];
  /** Returns true when the page is hidden and this tab leads. */
  isWanted: () => boolean;
}

/** More notifications than this would hide one another. */
const MOST_AT_ONCE = 5;

/** Notifies about new callers while the page is hidden, until they are answered or gone. */
export function startDesktopNotifications(options: DesktopNotificationsOptions): () => void {
  const { store, notifier, alerts, isWanted } = options;
  const findArrivals = createArrivals();
  const open = new Map<string, () => void>();

  function close(id: string): void {
    open.get(id)?.();
    open.delete(id);
  }
  function closeAll(): void {
    for (const id of open.keys()) {
      close(id);
    }
  }
  function show(call: Call): void {
    const { desktop, showNumber } = alerts();
    if (!desktop || !isWanted() || notifier.permission() !== "granted") {
      return;
    }
    if (open.size < MOST_AT_ONCE) {
      // A notification that the person closed makes room for another.
      const close = notifier.show(describeCaller(call, showNumber), () => open.delete(call.id));
      open.set(call.id, close);
    }
  }
  function handleChange(): void {
    const seen = findArrivals(store.getState());
    if (seen === "left") {
      return closeAll();
    }
    if (seen === null) {
      return;
    }
    for (const id of open.keys()) {
      if (!seen.isWaiting(id)) {
        close(id);
      }
    }
    seen.arrived.forEach(show);
  }
  const unsubscribe = store.subscribe(handleChange);
  return () => {
    unsubscribe();
    closeAll();
  };
}

/** Anyone nearby can read a notification, so the number is masked unless the person allows it. */
export function describeCaller(call: Call, showNumber: boolean): CallNotification {
  const { name, numberDisplay, number, location } = call.caller;
  const shown = showNumber || number === null ? numberDisplay : maskNumber(numberDisplay);
  const facts = [name === null ? null : shown, location, call.phoneLine?.name ?? null];
  return {
    tag: `call:${call.id}`,
    title: pageWords()("notices.ringing", { name: name ?? shown }),
    body: facts.filter((fact) => fact !== null && fact !== "").join(" · "),
  };
}

export function createNotifier(page: Window): Notifier {
  const notifications = "Notification" in page ? globalThis.Notification : null;
  return {
    permission: () => notifications?.permission ?? "unsupported",
    request: async () => {
      await notifications?.requestPermission();
    },
    show: ({ tag, title, body }, onClosed) => {
      if (notifications === null) {
        return () => undefined;
      }
      try {
        const shown = new notifications(title, { tag, body, icon: "/favicon-ringing.svg" });
        shown.addEventListener("click", () => {
          page.focus();
          shown.close();
        });
        shown.addEventListener("close", () => onClosed?.());
        return () => shown.close();
      } catch {
        // Phones allow notifications only from service workers; the page still shows the call.
        return () => undefined;
      }
    },
  };
}
