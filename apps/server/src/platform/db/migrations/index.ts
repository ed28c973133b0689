import type { Migration } from "kysely";

import * as base from "./001-base.ts";
import * as session from "./002-session.ts";
import * as telephone from "./010-telephone.ts";
import * as sharedNumber from "./020-shared-number.ts";
import * as dueCalls from "./030-due-calls.ts";
import * as linesBusy from "./031-lines-busy.ts";
import * as dialledCalls from "./032-dialled-calls.ts";
import * as conference from "./033-conference.ts";
import * as qualityReport from "./034-quality-report.ts";
import * as seat from "./035-seat.ts";
import * as contest from "./036-contest.ts";
import * as voiceToken from "./037-voice-token.ts";
import * as talkback from "./038-talkback.ts";
import * as callers from "./039-callers.ts";
import * as contact from "./040-contact.ts";
import * as chat from "./041-chat.ts";
import * as known from "./042-people.ts";
import * as prize from "./044-prize.ts";
import * as owner from "./048-owner.ts";
import * as registers from "./049-registers.ts";
import * as analytics from "./050-analytics.ts";
import * as watch from "./051-watch.ts";
import * as audioServer from "./052-audio-server.ts";
import * as board from "./053-board.ts";
import * as trunks from "./054-telephony.ts";
import * as stationSound from "./055-station-sound.ts";
import * as numbersFrom from "./056-numbers-from.ts";
import * as people from "./058-people.ts";
import * as audioServerLog from "./061-audio-server-log.ts";
import * as contactOrder from "./067-contact-order.ts";
import * as recording from "./070-recording.ts";
import * as promotionAddress from "./081-promotion-address.ts";
import * as webhookNumbers from "./101-webhook-numbers.ts";
import * as voiceWithdrawal from "./102-voice-withdrawal.ts";
import * as ownNumber from "./103-own-number.ts";
import * as numberOrder from "./104-number-order.ts";
import * as pairingMaker from "./111-pairing-maker.ts";
import * as mergedWins from "./112-merged-wins.ts";
import * as auditDetails from "./120-audit-details.ts";
import * as contestStarter from "./121-contest-starter.ts";
import * as membershipGroup from "./122-membership-group.ts";

/** Every migration by its file's name, in order; a name that has run is never changed again. */
export const migrations: Record<string, Migration> = {
  "001-base": base,
  "002-session": session,
  "010-telephone": telephone,
  "020-shared-number": sharedNumber,
  "030-due-calls": dueCalls,
  "031-lines-busy": linesBusy,
  "032-dialled-calls": dialledCalls,
  "033-conference": conference,
  "034-quality-report": qualityReport,
  "035-seat": seat,
  "036-contest": contest,
  "037-voice-token": voiceToken,
  "038-talkback": talkback,
  "039-callers": callers,
  "040-contact": contact,
  "041-chat": chat,
  "042-people": known,
  "044-prize": prize,
  "048-owner": owner,
  "049-registers": registers,
  "050-analytics": analytics,
  "051-watch": watch,
  "052-audio-server": audioServer,
  "053-board": board,
  "054-telephony": trunks,
  "055-station-sound": stationSound,
  "056-numbers-from": numbersFrom,
  "058-people": people,
  "061-audio-server-log": audioServerLog,
  "067-contact-order": contactOrder,
  "070-recording": recording,
  "081-promotion-address": promotionAddress,
  "101-webhook-numbers": webhookNumbers,
  "102-voice-withdrawal": voiceWithdrawal,
  "103-own-number": ownNumber,
  "104-number-order": numberOrder,
  "111-pairing-maker": pairingMaker,
  "112-merged-wins": mergedWins,
  "120-audit-details": auditDetails,
  "121-contest-starter": contestStarter,
  "122-membership-group": membershipGroup,
};
