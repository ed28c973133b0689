import type { Messages } from "use-intl";

import { actionWordsDe } from "../client/words/action-words.de.ts";
import { failureMessagesDe } from "../client/words/failure-messages.de.ts";
import { noticeMessagesDe } from "../client/words/notice-messages.de.ts";
import { adminMessagesDe } from "../features/admin/admin-messages.de.ts";
import { analyticsMessagesDe } from "../features/admin/analytics/analytics-messages.de.ts";
import { audioServerMessagesDe } from "../features/admin/audio-servers/audio-server-messages.de.ts";
import { actionMessagesDe } from "../features/admin/audit/action-messages.de.ts";
import { auditMessagesDe } from "../features/admin/audit/audit-messages.de.ts";
import { boardMessagesDe } from "../features/admin/board/board-messages.de.ts";
import { integrationMessagesDe } from "../features/admin/integrations/integration-messages.de.ts";
import { privacyMessagesDe } from "../features/admin/privacy/privacy-messages.de.ts";
import { registerMessagesDe } from "../features/admin/registers/register-messages.de.ts";
import { soundMessagesDe } from "../features/admin/sounds/sound-messages.de.ts";
import { tableMessagesDe } from "../features/admin/table/table-messages.de.ts";
import { telephonyMessagesDe } from "../features/admin/telephony/telephony-messages.de.ts";
import { bulkMessagesDe } from "../features/bulk/bulk-messages.de.ts";
import { callerMessagesDe } from "../features/caller/caller-messages.de.ts";
import { knownMessagesDe } from "../features/caller/known-messages.de.ts";
import { pastCallMessagesDe } from "../features/caller/past-call-messages.de.ts";
import { showNumberMessagesDe } from "../features/caller/show-number-messages.de.ts";
import { chatMessagesDe } from "../features/chat/chat-messages.de.ts";
import { conferenceMessagesDe } from "../features/conference/conference-messages.de.ts";
import { connectionMessagesDe } from "../features/connection/connection-messages.de.ts";
import { contactMessagesDe } from "../features/contacts/contact-messages.de.ts";
import { contestMessagesDe } from "../features/contest/contest-messages.de.ts";
import { contestNoteMessagesDe } from "../features/contest/contest-note-messages.de.ts";
import { cutOffMessagesDe } from "../features/cut-offs/cut-off-messages.de.ts";
import { dialMessagesDe } from "../features/dial/dial-messages.de.ts";
import { flagMessagesDe } from "../features/flags/flag-messages.de.ts";
import { incomingMessagesDe } from "../features/incoming/incoming-messages.de.ts";
import { airMessagesDe } from "../features/lines/air-messages.de.ts";
import { carrierMessagesDe } from "../features/lines/carrier-messages.de.ts";
import { lineMessagesDe } from "../features/lines/line-messages.de.ts";
import { qualityMessagesDe } from "../features/lines/quality-messages.de.ts";
import { recordingMessagesDe } from "../features/lines/recording-messages.de.ts";
import { manualMessagesDe } from "../features/manual/manual-messages.de.ts";
import { paletteMessagesDe } from "../features/palette/palette-messages.de.ts";
import { historyMessagesDe, peopleMessagesDe } from "../features/people/people-messages.de.ts";
import { phoneMessagesDe } from "../features/phone/phone-messages.de.ts";
import { playingMessagesDe } from "../features/playing/playing-messages.de.ts";
import { prizeMessagesDe } from "../features/prizes/prize-messages.de.ts";
import { queueMessagesDe } from "../features/queue/queue-messages.de.ts";
import { rowMenuMessagesDe } from "../features/queue/row-menu-messages.de.ts";
import { seatMessagesDe } from "../features/seats/seat-messages.de.ts";
import { settingsMessagesDe, userMessagesDe } from "../features/settings/settings-messages.de.ts";
import { soundCheckMessagesDe } from "../features/sound-check/sound-check-messages.de.ts";
import { closeLinesMessagesDe } from "../features/station/close-lines-messages.de.ts";
import { bottomMessagesDe, stationMessagesDe } from "../features/station/station-messages.de.ts";
import { tabMessagesDe } from "../features/tabs/tab-messages.de.ts";
import { timelineMessagesDe } from "../features/timeline/timeline-messages.de.ts";
import { undoMessagesDe } from "../features/undo/undo-messages.de.ts";
import { upkeepMessagesDe } from "../features/upkeep/upkeep-messages.de.ts";
import { appMessagesDe } from "../ui/app-messages.de.ts";
import { dateMessagesDe } from "../ui/date-messages.de.ts";
import { dialLimitMessagesDe } from "../ui/dial-limit-messages.de.ts";
import { exportMessagesDe } from "../ui/export-messages.de.ts";
import { keypadMessagesDe } from "../ui/keypad-messages.de.ts";
import { keyMessagesDe } from "../ui/keys/key-messages.de.ts";
import { microphoneMessagesDe } from "../ui/microphone-messages.de.ts";
import { stateMessagesDe } from "../ui/state-messages.de.ts";
import { termMessagesDe } from "../ui/term-messages.de.ts";
import { panelMessagesDe } from "./panel-messages.de.ts";

/** The keys of the English words; `de.test.ts` refuses additional ones. */
type Translation<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : Translation<Words[Key]>;
};

/** Every word of the console in German, loaded only for that language. */
export const de: Translation<Messages> = {
  admin: adminMessagesDe,
  analytics: analyticsMessagesDe,
  app: appMessagesDe,
  actions: actionMessagesDe,
  air: airMessagesDe,
  audit: auditMessagesDe,
  board: boardMessagesDe,
  audioServers: audioServerMessagesDe,
  bottom: bottomMessagesDe,
  bulk: bulkMessagesDe,
  caller: callerMessagesDe,
  carrier: carrierMessagesDe,
  chat: chatMessagesDe,
  conference: conferenceMessagesDe,
  closeLines: closeLinesMessagesDe,
  connection: connectionMessagesDe,
  contacts: contactMessagesDe,
  contest: contestMessagesDe,
  contestNote: contestNoteMessagesDe,
  deskActions: actionWordsDe,
  dates: dateMessagesDe,
  dial: dialMessagesDe,
  dialLimit: dialLimitMessagesDe,
  exports: exportMessagesDe,
  failures: failureMessagesDe,
  flags: flagMessagesDe,
  history: historyMessagesDe,
  incoming: incomingMessagesDe,
  integrations: integrationMessagesDe,
  privacy: privacyMessagesDe,
  recording: recordingMessagesDe,
  registers: registerMessagesDe,
  keypad: keypadMessagesDe,
  lineQuality: qualityMessagesDe,
  lines: lineMessagesDe,
  manual: manualMessagesDe,
  microphone: microphoneMessagesDe,
  notices: noticeMessagesDe,
  pastCalls: pastCallMessagesDe,
  panels: panelMessagesDe,
  palette: paletteMessagesDe,
  people: peopleMessagesDe,
  phone: phoneMessagesDe,
  playing: playingMessagesDe,
  prizes: prizeMessagesDe,
  queue: queueMessagesDe,
  rowMenu: rowMenuMessagesDe,
  cutOffs: cutOffMessagesDe,
  seats: seatMessagesDe,
  settings: settingsMessagesDe,
  shortcuts: keyMessagesDe,
  showNumber: showNumberMessagesDe,
  soundCheck: soundCheckMessagesDe,
  sounds: soundMessagesDe,
  state: stateMessagesDe,
  station: stationMessagesDe,
  tabs: tabMessagesDe,
  tables: tableMessagesDe,
  telephony: telephonyMessagesDe,
  known: knownMessagesDe,
  term: termMessagesDe,
  timeline: timelineMessagesDe,
  undo: undoMessagesDe,
  upkeep: upkeepMessagesDe,
  user: userMessagesDe,
};
