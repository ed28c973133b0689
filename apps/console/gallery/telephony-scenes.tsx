import type { ReactNode } from "react";

import type { AccountSurvey, TrunkSetup, TrunkTrial, TrunkView } from "@linedesk/contract";
import { AccountCard } from "../src/features/admin/telephony/AccountCard.tsx";
import { AccountForm, SurveyTable } from "../src/features/admin/telephony/AccountForm.tsx";
import { NumbersCard } from "../src/features/admin/telephony/NumbersCard.tsx";
import { TestCallCard } from "../src/features/admin/telephony/TestCallCard.tsx";
import { TrunkForm } from "../src/features/admin/telephony/TrunkForm.tsx";
import { TrunksCard } from "../src/features/admin/telephony/TrunksCard.tsx";
import type { TelephonyInForce } from "../src/features/admin/telephony/use-trunks.ts";
import { uuid } from "./a-call.ts";
import { anAdminScene } from "./AdminFrame.tsx";
import type { Scene } from "./stage-scenes.tsx";

import adminStyles from "../src/features/admin/Admin.module.css";

function nothing() {
  return undefined;
}
async function later() {
  return undefined;
}

const sid = `TK${"1".repeat(32)}`;
const own: TrunkSetup = {
  id: uuid(880),
  version: 1,
  sid,
  hasPassword: true,
  name: "carrier",
  hosts: ["sip1.carrier.example", "sip2.carrier.example:5071"],
  transport: "tls",
  domain: null,
  authority: null,
  keepAliveS: 30,
  sources: ["203.0.113.0/24"],
  challenges: false,
  username: "2zz-studio",
  registers: true,
  registrar: null,
  registersAs: "+61255500100",
  expiresS: 600,
  channels: 30,
  priority: 1,
  codecs: ["PCMA", "opus"],
  encryption: "required",
  keysInClear: false,
  digits: "rfc4733",
  carries: ["*"],
  callerId: null,
  numberFormat: "national",
  country: "61",
  nationalPrefix: "0",
  internationalPrefix: "0011",
  emergency: false,
  assertsIdentity: true,
};
const carrier: TrunkView = {
  sid,
  name: own.name,
  hosts: own.hosts,
  transport: own.transport,
  registered: true,
  answers: true,
  calls: 3,
  channels: 30,
};
const pbx: TrunkView = {
  ...carrier,
  sid: `TK${"2".repeat(32)}`,
  name: "house",
  hosts: ["10.1.0.5:5070"],
  transport: "udp",
  registered: null,
  channels: null,
};
const answers = { isGood: true, reason: "trunk_answers", params: {}, message: "It answers." };
const trial: TrunkTrial = {
  works: true,
  hosts: own.hosts.map((host) => ({ host, works: true, options: answers, register: answers })),
};
const changes = { save: async () => ({ trunk: own, trial }), remove: later };
const incoming = "https://desk.2zz.example/api/twilio/voice/incoming";
const telephony: TelephonyInForce = {
  kind: "exchange",
  account: `AC${"1".repeat(32)}`,
  chosen: false,
  sip: "203.0.113.20:5060",
  trunks: [carrier, pbx],
  voiceUrl: incoming,
  numbers: [
    { line: "Main", numberDisplay: "02 5550 0101", state: "right", goesTo: incoming },
    { line: "Contest", numberDisplay: "02 5550 0102", state: "absent", goesTo: null },
  ],
};
const elsewhere = "https://old-system.example.com/voice";
const survey: AccountSurvey = {
  name: "2ZZ Sydney",
  numbers: [
    { numberDisplay: "02 5550 0101", line: "Main", before: elsewhere, after: incoming },
    { numberDisplay: "02 5550 0199", line: null, before: elsewhere, after: elsewhere },
    { numberDisplay: "02 5550 0102", line: "Contest", before: null, after: incoming },
  ],
  missing: ["Priority 02 5550 0104"],
  seen: "0".repeat(64),
};
const accountChanges = { survey: async () => survey, choose: later, leave: later };
async function test() {
  return trial;
}

const states: Record<string, ReactNode> = {
  trunks: (
    <>
      <AccountCard telephony={telephony} changes={accountChanges} />
      <TrunksCard trunks={telephony.trunks} own={[own]} changes={changes} test={test} />
      <NumbersCard numbers={telephony.numbers} />
    </>
  ),
  "no-trunks": <TrunksCard trunks={[]} own={[]} changes={changes} test={test} />,
  "trunk-form": <TrunkForm trunk={null} save={changes.save} close={nothing} saved={nothing} />,
  "trunk-edited": <TrunkForm trunk={own} save={changes.save} close={nothing} saved={nothing} />,
  "test-call": <TestCallCard station={uuid(1)} />,
  "account-form": <AccountForm changes={accountChanges} close={nothing} chosen={nothing} />,
  "account-survey": (
    <div className={adminStyles["card"]}>
      <SurveyTable survey={survey} />
    </div>
  ),
  "account-chosen": (
    <AccountCard
      telephony={{ ...telephony, kind: "twilio", chosen: true, sip: null }}
      changes={accountChanges}
    />
  ),
};

/** The telephony section of the admin area: trunks, and a Twilio account in their place. */
export const telephonyScenes: Scene[] = Object.entries(states).map(([name, drawn]) =>
  anAdminScene(`telephony-${name}`, "telephony", drawn),
);
