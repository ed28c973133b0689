import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import * as contract from "../index.ts";
import type { Endpoint } from "./endpoint.ts";

const spec = readFileSync(join(import.meta.dirname, "../../../../docs/spec/http-api.md"), "utf8");

/** Returns method and path, such as `GET /station`, of each row of the table below a rule. */
function written(rule: string): string[] {
  const [, after = ""] = spec.split(`- [${rule}]`);
  const [table = ""] = after.split("\n- [");
  return [...table.matchAll(/^ {2}\| ([A-Z, ]+) \| (\/\S+) \|$/gm)].flatMap(
    ([, methods = "", path = ""]) => methods.split(", ").map((method) => `${method} ${path}`),
  );
}

const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === "object" && value !== null && "path" in value && "access" in value,
);

test("[AP2] the contract has exactly the paths of the rule and of the health checks", () => {
  const paths = endpoints.map(({ method, path }) => `${method} ${path}`);
  const health = ["GET /health", "GET /health/live", "GET /health/ready", "GET /health/parts"];

  expect(paths.toSorted()).toEqual([...written("AP2"), ...health].toSorted());
});

/** Returns true when a part of the input has this field. */
function has(part: Endpoint["params"], name: string): boolean {
  return part !== undefined && name in (z.toJSONSchema(part, { io: "input" }).properties ?? {});
}

test("an endpoint with a permission at a station names the station in exactly one place", () => {
  const others = endpoints
    .filter(({ access }) => access.type === "permission")
    .filter(({ params, query, body }) => {
      const namings = [has(query, "station"), has(body, "station"), has(params, "id")];
      return namings.filter(Boolean).length !== 1;
    });

  expect(others.map(({ id }) => id)).toEqual([]);
});

/** The endpoints of each permission. A different permission for one of them changes the product. */
const endpointsOfRights = {
  screen: `
    addContact audioServer callList callQueue callerHistory changeCaller
    changeContact checkForAir contestLog describeCall devicePreset exportContacts flagCaller
    flagProfile getListenerId handleCall handleHold importContacts
    listAudioServers listCallers listChat listChatPeople listConferences listContacts
    listContests listCutOffs listDevicePresets listFlags listPhoneLines listPrizes listSeats nameCaller numberCaller
    pinCall placeCall placeCaller prizeHistory readCallerProfile readContest readNowPlaying
    readTimeline releaseCutOffs removeContact reportQuality reportTrouble restoreContact saveCallerContact
    sendChat sendHeartbeat setCallPerson stationInfo subscribeCalls typeChat unsubscribeCalls
  `,
  air: "handleConference",
  dial: "callBack checkDial outboundConference ringCutOffsBack",
  reject: "rejectCalls",
  desk: `
    addPrize changeCallerNumber changePrize endContest extendDial mergeCallers openPhoneLines
    recordWin resetContest setWinStatus splitCaller startContest undoCallerChange
  `,
  record: "recordCall",
  recordings: "recordingSound",
  deleteRecordings: "deleteRecording",
  admin: `
    addAudioServer addCaller addDevicePreset addFlag addIntegration addPhoneLine addSound allowDump
    audioServerLog changeDevicePreset changeFlag changeIntegration changeMember
    changePhoneLine checkSound endRehearsal eraseCaller exportAudit exportContest
    exportHistory exportNumber exportWins importFlags inviteMember listAdminDevicePresets
    listAudit listCallerIds listCallerRegister listDeliveries listErasures listFlagDetails
    listIntegrations listLineDetails listMembers listPairedAudioServers listTrunks
    placeTestCall previewRetention readAnalytics readBoard readIntegration readPrivacy
    readRecordingSettings readTelephony readTestCall removeAudioServer removeCallerId
    removeDevicePreset removeFlag removeIntegration removeMember removePhoneLine
    renameAudioServer renewIntegrationSecret renewPairingCode requestAudioServerLog
    requireAirReady resendDelivery restartAudioServer revokeAudioServer savePrivacy
    saveRecordingSettings saveStationDetails setCallBackDigit setLineFeed setWinRules
    showCallerId showNumber startLoopCalls startRehearsal stationDetails testIntegration
    testTrunk verifyCallerId withdrawWin
  `,
  own: `
    addTrunk changeTrunk chooseAccount confirmPhoneLine leaveAccount removePromotionSystem
    removeTrunk setMemberActive setPromotionSystem surveyAccount
  `,
};

test.each(Object.entries(endpointsOfRights))(
  "exactly these endpoints require the permission %s",
  (right, ids) => {
    const taking = endpoints.filter(
      ({ access }) => "permission" in access && access.permission === right,
    );

    expect(taking.map(({ id }) => id).toSorted()).toEqual(ids.trim().split(/\s+/));
  },
);
