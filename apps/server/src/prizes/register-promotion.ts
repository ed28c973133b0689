import {
  type EndpointAnswer,
  type listIntegrations,
  type PromotionTrial,
  removePromotionSystem as removeEndpoint,
  setPromotionSystem as setEndpoint,
} from "@linedesk/contract";
import { refuseAddress } from "../integrations/refuse-address.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { findChosenSystem, listStationIds, saveChosenSystem } from "./chosen-system-store.ts";
import { openPromotion, openPromotionSource, type PromotionOptions } from "./open-promotion.ts";
import { type PromotionClient, PromotionError } from "./promotion-client.ts";
import { PROMOTION_SEAL, type PromotionSource } from "./promotion-source.ts";
import type { Promotion } from "./promotion.ts";

export interface RegisteredPromotion {
  promotion: Promotion;
  readPromotion: (station: string) => Promise<ShownPromotion>;
}

type ShownPromotion = EndpointAnswer<typeof listIntegrations>["promotion"];

export function registerPromotion(api: Api, options: PromotionOptions): RegisteredPromotion {
  const deps = { db: options.db, source: openPromotionSource(options) };
  const promotion = openPromotion(options);
  api.serve(setEndpoint, ({ params, body, actor }) =>
    chooseSystem(deps, { station: params.id, actor, ...body }),
  );
  api.serve(removeEndpoint, async ({ params, actor }) => {
    await removeSystem(deps, { station: params.id, actor });
    return { removed: true };
  });
  api.app.addHook("onClose", () => promotion.close());
  const readPromotion = (station: string) => readShown(options, promotion, station);
  return { promotion, readPromotion };
}

async function readShown(
  { db, promotion: configured }: PromotionOptions,
  promotion: Promotion,
  station: string,
): Promise<ShownPromotion> {
  const chosen = configured === null ? await findChosenSystem(db) : null;
  const url = configured?.url ?? chosen?.url ?? null;
  const host = url === null ? null : new URL(url).host;
  const state = await promotion.readState(station);
  return { host, state, ...(chosen === null ? {} : { chosen: { url: chosen.url } }) };
}

interface Target {
  station: string;
  actor: Actor;
}

interface SystemChange {
  url: string;
  /** The secret; `null` keeps the current one. */
  secret: string | null;
  /** With true, the system is saved although its answers are not satisfactory. */
  anyway: boolean;
}

interface ChooseDeps {
  db: Db;
  source: PromotionSource;
}

/** A number from ACMA's range for fiction, so that the query concerns no real person. */
const TRIED_NUMBER = "+61491570006";

/**
 * Sends wins to that system from now on, if it answers a query or the request sets `anyway`.
 * Throws if the configuration already names a system.
 */
async function chooseSystem(
  { db, source }: ChooseDeps,
  { station, actor, ...change }: Target & SystemChange,
): Promise<{ saved: boolean; trial: PromotionTrial }> {
  requireChoice(source);
  const refusal = source.findRefusal(change.url);
  if (refusal !== null) {
    throw refuseAddress(refusal);
  }
  const secret = change.secret ?? (await readStoredSecret(db, source, change.url));
  const trial = await testSystem(source.open({ url: change.url, secret }), station);
  if (trial !== "answers" && !change.anyway) {
    return { saved: false, trial };
  }
  await db.transaction().execute(async (trx) => {
    const sealed = source.seal.seal(secret, PROMOTION_SEAL);
    await saveChosenSystem(trx, { url: change.url, secret: sealed });
    const details = { host: new URL(change.url).host, trial };
    await note(trx, "promotion.changed", { station, actor }, details);
  });
  return { saved: true, trial };
}

/** Makes the built-in registry keep the wins from now on. */
async function removeSystem({ db, source }: ChooseDeps, { station, actor }: Target): Promise<void> {
  requireChoice(source);
  const before = requireFound(await findChosenSystem(db), "no_promotion_system");
  await db.transaction().execute(async (trx) => {
    await saveChosenSystem(trx, null);
    const details = { host: new URL(before.url).host };
    await note(trx, "promotion.removed", { station, actor }, details);
  });
}

function requireChoice(source: PromotionSource): void {
  if (source.isConfigured) {
    throw new ApiError("promotion_configured");
  }
}

/**
 * Returns the stored secret. Throws when none is stored, and for an address with another origin,
 * because the owner of that address must not get the stored secret.
 */
async function readStoredSecret(db: Db, source: PromotionSource, url: string): Promise<string> {
  const before = await findChosenSystem(db);
  if (before === null || new URL(before.url).origin !== new URL(url).origin) {
    throw new ApiError("secret_needed", { fields: { secret: "is_needed" } });
  }
  return source.seal.open(before.secret, PROMOTION_SEAL);
}

async function testSystem(client: PromotionClient, station: string): Promise<PromotionTrial> {
  try {
    await client.askCaller({ station, number: TRIED_NUMBER });
    return "answers";
  } catch (error) {
    if (!(error instanceof PromotionError)) {
      throw error;
    }
    return error.refused ? "refuses" : "silent";
  }
}

/**
 * The system gets winners and callers of every station, so the audit of every station records the
 * change.
 */
async function note(trx: Trx, action: string, target: Target, details: object): Promise<void> {
  const { station: subjectId, actor } = target;
  const entry = { actor, action, details: { ...details } };
  for (const station of await listStationIds(trx)) {
    await recordAudit(trx, { ...entry, station, subject: ["station", subjectId] });
  }
}
