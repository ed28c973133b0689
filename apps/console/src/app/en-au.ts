import { actionWords } from "../client/words/action-words.ts";
import { failureMessages } from "../client/words/failure-messages.ts";
import { noticeMessages } from "../client/words/notice-messages.ts";
import type { adminWords } from "../features/admin/admin-words.ts";
import type { analyticsMessages } from "../features/admin/analytics/analytics-messages.ts";
import type { actionMessages } from "../features/admin/audit/action-messages.ts";
import type { bulkMessages } from "../features/bulk/bulk-messages.ts";
import { callerMessages } from "../features/caller/caller-messages.ts";
import type { knownMessages } from "../features/caller/known-messages.ts";
import type { pastCallMessages } from "../features/caller/past-call-messages.ts";
import type { showNumberMessages } from "../features/caller/show-number-messages.ts";
import type { chatMessages } from "../features/chat/chat-messages.ts";
import type { conferenceMessages } from "../features/conference/conference-messages.ts";
import { connectionMessages } from "../features/connection/connection-messages.ts";
import type { contactMessages } from "../features/contacts/contact-messages.ts";
import type { contestMessages } from "../features/contest/contest-messages.ts";
import type { contestNoteMessages } from "../features/contest/contest-note-messages.ts";
import type { cutOffMessages } from "../features/cut-offs/cut-off-messages.ts";
import type { dialMessages } from "../features/dial/dial-messages.ts";
import type { flagMessages } from "../features/flags/flag-messages.ts";
import type { incomingMessages } from "../features/incoming/incoming-messages.ts";
import type { airMessages } from "../features/lines/air-messages.ts";
import type { carrierMessages } from "../features/lines/carrier-messages.ts";
import { lineMessages } from "../features/lines/line-messages.ts";
import type { qualityMessages } from "../features/lines/quality-messages.ts";
import type { recordingMessages } from "../features/lines/recording-messages.ts";
import type { manualMessages } from "../features/manual/manual-messages.ts";
import type { paletteMessages } from "../features/palette/palette-messages.ts";
import type { historyMessages, peopleMessages } from "../features/people/people-messages.ts";
import type { phoneMessages } from "../features/phone/phone-messages.ts";
import type { playingMessages } from "../features/playing/playing-messages.ts";
import type { prizeMessages } from "../features/prizes/prize-messages.ts";
import { queueMessages } from "../features/queue/queue-messages.ts";
import type { rowMenuMessages } from "../features/queue/row-menu-messages.ts";
import { seatMessages } from "../features/seats/seat-messages.ts";
import type { settingsMessages } from "../features/settings/settings-messages.ts";
import { userMessages } from "../features/settings/user-messages.ts";
import type { soundCheckMessages } from "../features/sound-check/sound-check-messages.ts";
import type { closeLinesMessages } from "../features/station/close-lines-messages.ts";
import { bottomMessages, stationMessages } from "../features/station/station-messages.ts";
import type { tabMessages } from "../features/tabs/tab-messages.ts";
import type { timelineMessages } from "../features/timeline/timeline-messages.ts";
import type { undoMessages } from "../features/undo/undo-messages.ts";
import type { upkeepMessages } from "../features/upkeep/upkeep-messages.ts";
import { appMessages } from "../ui/app-messages.ts";
import type { dateMessages } from "../ui/date-messages.ts";
import { dialLimitMessages } from "../ui/dial-limit-messages.ts";
import type { exportMessages } from "../ui/export-messages.ts";
import { keypadMessages } from "../ui/keypad-messages.ts";
import { keyMessages } from "../ui/keys/key-messages.ts";
import type { microphoneMessages } from "../ui/microphone-messages.ts";
import { stateMessages } from "../ui/state-messages.ts";
import type { termMessages } from "../ui/term-messages.ts";
import { eagerPanelMessages } from "./panels.ts";

export const enAu = {
  app: appMessages,
  bottom: bottomMessages,
  caller: callerMessages,
  connection: connectionMessages,
  deskActions: actionWords,
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
  user: userMessages,
  ...eagerPanelMessages,
};

/**
 * The English words that are in the same chunk as the components that draw them; see `LazyWords`.
 */
type LazyWords = typeof adminWords & {
  actions: typeof actionMessages;
  air: typeof airMessages;
  analytics: typeof analyticsMessages;
  bulk: typeof bulkMessages;
  carrier: typeof carrierMessages;
  chat: typeof chatMessages;
  contacts: typeof contactMessages;
  contest: typeof contestMessages;
  contestNote: typeof contestNoteMessages;
  dates: typeof dateMessages;
  dial: typeof dialMessages;
  exports: typeof exportMessages;
  flags: typeof flagMessages;
  history: typeof historyMessages;
  incoming: typeof incomingMessages;
  known: typeof knownMessages;
  lineQuality: typeof qualityMessages;
  manual: typeof manualMessages;
  microphone: typeof microphoneMessages;
  closeLines: typeof closeLinesMessages;
  conference: typeof conferenceMessages;
  palette: typeof paletteMessages;
  pastCalls: typeof pastCallMessages;
  people: typeof peopleMessages;
  phone: typeof phoneMessages;
  playing: typeof playingMessages;
  prizes: typeof prizeMessages;
  recording: typeof recordingMessages;
  rowMenu: typeof rowMenuMessages;
  cutOffs: typeof cutOffMessages;
  settings: typeof settingsMessages;
  showNumber: typeof showNumberMessages;
  soundCheck: typeof soundCheckMessages;
  tabs: typeof tabMessages;
  term: typeof termMessages;
  timeline: typeof timelineMessages;
  undo: typeof undoMessages;
  upkeep: typeof upkeepMessages;
};

declare module "use-intl" {
  interface AppConfig {
    Messages: typeof enAu & LazyWords;
  }
}
