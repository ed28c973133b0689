import { failureMessages } from "../client/words/failure-messages.ts";
import { noticeMessages } from "../client/words/notice-messages.ts";
import { callerMessages } from "../features/caller/caller-messages.ts";
import { connectionMessages } from "../features/connection/connection-messages.ts";
import { lineMessages } from "../features/lines/line-messages.ts";
import { queueMessages } from "../features/queue/queue-messages.ts";
import { seatMessages } from "../features/seats/seat-messages.ts";
import { userMessages } from "../features/settings/user-messages.ts";
import { bottomMessages, stationMessages } from "../features/station/station-messages.ts";
import { undoMessages } from "../features/undo/undo-messages.ts";
import type { Messages } from "../lib/messages.ts";
import { appMessages } from "../ui/app-messages.ts";
import { dialLimitMessages } from "../ui/dial-limit-messages.ts";
import { keypadMessages } from "../ui/keypad-messages.ts";
import { keyMessages } from "../ui/keys/key-messages.ts";
import { stateMessages } from "../ui/state-messages.ts";
import { eagerPanelMessages } from "./panels.ts";

/** Every word of the console in Australian English; other locales have the same shape. */
export const enAu: Messages = {
  app: appMessages,
  bottom: bottomMessages,
  caller: callerMessages,
  connection: connectionMessages,
  dialLimit: dialLimitMessages,
  failures: failureMessages,
  keypad: keypadMessages,
  lines: lineMessages,
  notices: noticeMessages,
  queue: queueMessages,
  seats: seatMessages,
  shortcuts: keyMessages,
  state: stateMessages,
  station: stationMessages,
  undo: undoMessages,
  user: userMessages,
  ...eagerPanelMessages,
};
