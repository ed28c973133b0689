import { expect, test } from "vitest";

import { defaultSettings, maskNumber, type Call } from "@linedesk/contract";
import { aCall, BOB, changed, STATION_ID } from "../../../testing/a-call.ts";
import { eventsReceived, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { createStore } from "../../store/store.ts";
import {
  type CallNotification,
  describeCaller,
  type Notifier,
  startDesktopNotifications,
} from "./desktop-notifications.ts";

function aDesk(permission: NotificationPermission | "unsupported" = "granted") {
  const store = createStore();
  const shown: CallNotification[] = [];
  const closed: string[] = [];
  const clickAway = new Map<string, () => void>();
  const page = { hidden: true };
  const alerts = { ...defaultSettings.alerts };
  const notifier: Notifier = {
    permission: () => permission,
    request: () => Promise.resolve(),
    show: (notification, onClosed) => {
      shown.push(notification);
      clickAway.set(notification.tag, () => onClosed?.());
      return () => closed.push(notification.tag);
    },
  };
  const stop = startDesktopNotifications({
    store,
    notifier,
    alerts: () => alerts,
    isWanted: () => page.hidden,
  });
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 0, calls: [aCall(1)] }));
  let seq = 0;
  function arrives(call: Call): void {
    seq += 1;
    store.dispatch(eventsReceived({ station: STATION_ID, events: [changed(seq, call)] }));
  }
  return { arrives, shown, closed, clickAway, page, alerts, stop, store };
}

const bob = { user: BOB, name: "Bob", line: "line1" as const };
function answered(number: number): Call {
  return aCall(number, { desk: { status: "screening", holder: bob, since: "" } });
}

test("[SN33] each new caller gets one notification with its own tag while the page is hidden", () => {
  const { arrives, shown, page } = aDesk();

  arrives(aCall(2));
  arrives(aCall(2, { description: "rates" }));
  page.hidden = false;
  arrives(aCall(3));

  expect(shown.map(({ tag }) => tag)).toEqual([`call:${aCall(2).id}`]);
});

test("[SN33] a notification closes when the call is answered elsewhere, and all close with the station", () => {
  const { arrives, closed, store } = aDesk();
  arrives(aCall(2));
  arrives(aCall(3));

  arrives(answered(2));
  expect(closed).toEqual([`call:${aCall(2).id}`]);
  store.dispatch(stationOpened("another"));

  expect(closed).toEqual([`call:${aCall(2).id}`, `call:${aCall(3).id}`]);
});

test.each(["denied", "default", "unsupported"] as const)(
  "[SN33] with the permission %s no notification is shown and nothing fails",
  (permission) => {
    const { arrives, shown, stop } = aDesk(permission);

    arrives(aCall(2));
    stop();

    expect(shown).toEqual([]);
  },
);

test("[SN33] the settings can disable notifications, and at most five are open at the same time", () => {
  const { arrives, shown, alerts } = aDesk();
  alerts.desktop = false;
  arrives(aCall(2));
  expect(shown).toEqual([]);

  alerts.desktop = true;
  for (const number of [3, 4, 5, 6, 7, 8]) {
    arrives(aCall(number));
  }

  expect(shown).toHaveLength(5);
});

test("[SN33] a dismissed notification makes space for the next caller's", () => {
  const { arrives, shown, closed, clickAway } = aDesk();
  for (const number of [2, 3, 4, 5, 6]) {
    arrives(aCall(number));
  }

  clickAway.get(`call:${aCall(3).id}`)?.();
  arrives(aCall(7));
  arrives(aCall(8));
  arrives(answered(3));

  expect(shown.map(({ tag }) => tag).slice(5)).toEqual([`call:${aCall(7).id}`]);
  expect(closed).toEqual([]);
});

test("[SN33] the number is masked unless the settings allow it, and name and place are shown", () => {
  const kim = aCall(2);
  kim.caller = { ...kim.caller, name: "Kim Ng", location: "Parramatta" };
  const unknown = aCall(3);

  expect(describeCaller(kim, false)).toEqual({
    tag: `call:${kim.id}`,
    title: "Kim Ng is ringing",
    body: "•••• ••• 006 · Parramatta",
  });
  expect(describeCaller(unknown, false).title).toBe("•••• ••• 006 is ringing");
  expect(describeCaller(unknown, true).title).toBe("0491 570 006 is ringing");
  expect(maskNumber("Private")).toBe("Private");
});
