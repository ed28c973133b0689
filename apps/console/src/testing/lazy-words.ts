import { adminWords } from "../features/admin/admin-words.ts";
import { analyticsMessages } from "../features/admin/analytics/analytics-messages.ts";
import { actionMessages } from "../features/admin/audit/action-messages.ts";
import { bulkMessages } from "../features/bulk/bulk-messages.ts";
import { knownMessages } from "../features/caller/known-messages.ts";
import { pastCallMessages } from "../features/caller/past-call-messages.ts";
import { showNumberMessages } from "../features/caller/show-number-messages.ts";
import { chatMessages } from "../features/chat/chat-messages.ts";
import { conferenceMessages } from "../features/conference/conference-messages.ts";
import { contactMessages } from "../features/contacts/contact-messages.ts";
import { contestMessages } from "../features/contest/contest-messages.ts";
import { contestNoteMessages } from "../features/contest/contest-note-messages.ts";
import { cutOffMessages } from "../features/cut-offs/cut-off-messages.ts";
import { dialMessages } from "../features/dial/dial-messages.ts";
import { flagMessages } from "../features/flags/flag-messages.ts";
import { incomingMessages } from "../features/incoming/incoming-messages.ts";
import { airMessages } from "../features/lines/air-messages.ts";
import { carrierMessages } from "../features/lines/carrier-messages.ts";
import { qualityMessages } from "../features/lines/quality-messages.ts";
import { recordingMessages } from "../features/lines/recording-messages.ts";
import { manualMessages } from "../features/manual/manual-messages.ts";
import { paletteMessages } from "../features/palette/palette-messages.ts";
import { historyMessages, peopleMessages } from "../features/people/people-messages.ts";
import { phoneMessages } from "../features/phone/phone-messages.ts";
import { playingMessages } from "../features/playing/playing-messages.ts";
import { prizeMessages } from "../features/prizes/prize-messages.ts";
import { rowMenuMessages } from "../features/queue/row-menu-messages.ts";
import { settingsMessages } from "../features/settings/settings-messages.ts";
import { soundCheckMessages } from "../features/sound-check/sound-check-messages.ts";
import { closeLinesMessages } from "../features/station/close-lines-messages.ts";
import { tabMessages } from "../features/tabs/tab-messages.ts";
import { timelineMessages } from "../features/timeline/timeline-messages.ts";
import { undoMessages } from "../features/undo/undo-messages.ts";
import { upkeepMessages } from "../features/upkeep/upkeep-messages.ts";
import { dateMessages } from "../ui/date-messages.ts";
import { exportMessages } from "../ui/export-messages.ts";
import { microphoneMessages } from "../ui/microphone-messages.ts";
import { termMessages } from "../ui/term-messages.ts";

export const lazyWords = {
  air: airMessages,
  ...adminWords,
  actions: actionMessages,
  analytics: analyticsMessages,
  bulk: bulkMessages,
  carrier: carrierMessages,
  chat: chatMessages,
  contacts: contactMessages,
  contest: contestMessages,
  contestNote: contestNoteMessages,
  cutOffs: cutOffMessages,
  dates: dateMessages,
  dial: dialMessages,
  exports: exportMessages,
  flags: flagMessages,
  history: historyMessages,
  incoming: incomingMessages,
  known: knownMessages,
  manual: manualMessages,
  microphone: microphoneMessages,
  closeLines: closeLinesMessages,
  conference: conferenceMessages,
  palette: paletteMessages,
  pastCalls: pastCallMessages,
  people: peopleMessages,
  phone: phoneMessages,
  playing: playingMessages,
  prizes: prizeMessages,
  lineQuality: qualityMessages,
  recording: recordingMessages,
  rowMenu: rowMenuMessages,
  settings: settingsMessages,
  showNumber: showNumberMessages,
  soundCheck: soundCheckMessages,
  tabs: tabMessages,
  term: termMessages,
  timeline: timelineMessages,
  undo: undoMessages,
  upkeep: upkeepMessages,
};
