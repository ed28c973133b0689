import { adminMessages } from "./admin-messages.ts";
import { audioServerMessages } from "./audio-servers/audio-server-messages.ts";
import { auditMessages } from "./audit/audit-messages.ts";
import { boardMessages } from "./board/board-messages.ts";
import { integrationMessages } from "./integrations/integration-messages.ts";
import { privacyMessages } from "./privacy/privacy-messages.ts";
import { registerMessages } from "./registers/register-messages.ts";
import { soundMessages } from "./sounds/sound-messages.ts";
import { tableMessages } from "./table/table-messages.ts";
import { telephonyMessages } from "./telephony/telephony-messages.ts";

export const adminWords = {
  admin: adminMessages,
  audioServers: audioServerMessages,
  audit: auditMessages,
  board: boardMessages,
  integrations: integrationMessages,
  privacy: privacyMessages,
  registers: registerMessages,
  sounds: soundMessages,
  tables: tableMessages,
  telephony: telephonyMessages,
};
