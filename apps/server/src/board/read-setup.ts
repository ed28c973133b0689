import type {
  EndpointAnswer,
  NumberSetup,
  readTelephony,
  readTestCall,
  TrunkTrial,
} from "@linedesk/contract";
import { checkDialled } from "../calls/dialling/check-dialled.ts";
import type { Config } from "../config/config.ts";
import { listOwnExchanges } from "../config/service-config.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { findCallerId } from "../stations/caller-id.ts";
import { readLineRecords } from "../stations/phone-lines/phone-lines.ts";
import { readGivenNumber } from "../stations/phone-lines/read-given-number.ts";
import { describeTrial } from "../telephony/describe-trial.ts";
import { readAnySip, testExchangeTrunk, type TrunkTest } from "../telephony/exchange-trunks.ts";
import type { ServiceNumber, SingleCalls } from "../telephony/single-calls.ts";
import { twiml } from "../telephony/twiml.ts";
import type { VoiceUrls } from "../telephony/voice-urls.ts";
import { countTestCalls } from "./rehearsal-store.ts";

export interface SetupDeps {
  db: Db;
  config: Pick<Config, "telephony" | "services" | "dialling">;
  calls: SingleCalls;
  urls: VoiceUrls;
}

const TEST_WORDS =
  "This is a test call from Linedesk. Your telephone line works. Goodbye, and have a good show.";
/** Each test rings a real telephone, so the tests of a station are limited. */
const TESTS_AN_HOUR = 20;
const RING_TIMEOUT_S = 45;
const TIME_LIMIT_S = 60;

export async function readSetup(
  { db, config: { telephony, services }, calls, urls }: SetupDeps,
  station: string,
): Promise<EndpointAnswer<typeof readTelephony>> {
  const [sip, lines] = await Promise.all([
    readAnySip(listOwnExchanges(services)),
    readLineRecords(db, station),
  ]);
  const known = await calls.listNumbers();
  return {
    kind: telephony.kind,
    account: telephony.accountSid,
    chosen: telephony.isChosen,
    sip: sip === null ? null : `${sip.sip.address}:${sip.sip.port}`,
    trunks: sip?.trunks ?? [],
    voiceUrl: urls.incoming,
    numbers: lines.map(({ name, number }) => ({
      line: name,
      numberDisplay: displayNumber(number),
      ...compareNumber(known, number, urls),
    })),
  };
}

/**
 * Compares the address to which the service sends calls of the number with our own. Leaves out the
 * fragment after `#`, because it contains only timeouts.
 */
export function compareNumber(
  known: readonly ServiceNumber[] | null,
  number: string,
  urls: Pick<VoiceUrls, "isIncoming">,
): Pick<NumberSetup, "state" | "goesTo"> {
  if (known === null) {
    return { state: "not_known", goesTo: null };
  }
  const found = known.find((one) => one.number === number);
  if (found === undefined) {
    return { state: "absent", goesTo: null };
  }
  const goesTo = found.voiceUrl.split("#", 1)[0] ?? "";
  return { state: urls.isIncoming(goesTo) ? "right" : "will_change", goesTo };
}

export async function testTrunk({ config }: SetupDeps, trunk: string): Promise<TrunkTrial> {
  let test: TrunkTest | null = null;
  for (const exchange of listOwnExchanges(config.services)) {
    test ??= await testExchangeTrunk(exchange, trunk);
  }
  return describeTrial(requireFound(test, "trunk_silent"));
}

export async function placeTestCall(
  { db, config, calls }: SetupDeps,
  request: { station: string; number: string; actor: Actor },
): Promise<string> {
  const { station, actor } = request;
  const to = readGivenNumber(request.number, "number");
  const verdict = checkDialled(to, config.dialling);
  if (verdict.status !== "allowed") {
    throw new ApiError("dialling_rules_refuse", {
      fields: { number: "is_refused_by_dialling_rules" },
    });
  }
  const from = await findCallerId(db, station);
  if (from === null) {
    throw new ApiError("station_without_number");
  }
  await db.transaction().execute(async (trx) => {
    // The tests run one at a time, so that each of several requests counts the tests before it.
    await lockEdit(trx, `telephony.tested.${station}`);
    await recordAudit(trx, { actor, action: "telephony.tested", station });
    if ((await countTestCalls(trx, station, new Date())) > TESTS_AN_HOUR) {
      throw new ApiError("station_rang_too_often");
    }
  });
  return calls.ring({
    to,
    from: from.number,
    twiml: twiml.sayAndHangUp(TEST_WORDS),
    ringTimeoutS: RING_TIMEOUT_S,
    timeLimitS: TIME_LIMIT_S,
  });
}

type TestStatus = EndpointAnswer<typeof readTestCall>["status"];
const statuses: Readonly<Record<string, TestStatus>> = {
  queued: "ringing",
  initiated: "ringing",
  ringing: "ringing",
  "in-progress": "in-progress",
  completed: "completed",
  busy: "busy",
  "no-answer": "no-answer",
};

export function toTestStatus(status: string): TestStatus {
  return statuses[status] ?? "failed";
}
