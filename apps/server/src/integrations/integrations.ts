import { randomBytes } from "node:crypto";

import type { Clock } from "@linedesk/base";
import type { Integration, IntegrationKind, WebhookEventName } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import {
  deleteIntegration,
  findIntegration,
  findIntegrations,
  insertIntegration,
  type IntegrationFields,
  type IntegrationRow,
  lockIntegrations,
  updateIntegration,
} from "./integration-store.ts";
import { presentIntegration } from "./present-integration.ts";
import { newWebhookSecret } from "./queue-webhook.ts";
import { refuseAddress } from "./refuse-address.ts";
import type { SecretSeal } from "./secret-seal.ts";
import type { WebhookClient } from "./webhook-client.ts";

export interface IntegrationDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  client: WebhookClient;
  seal: SecretSeal;
}

export interface IntegrationTarget {
  station: string;
  id: string;
  actor: Actor;
}

interface Author {
  actor: Actor;
  seesNumbers: boolean;
}

/** No station needs so many integrations. Every event is checked against each integration. */
const MOST_INTEGRATIONS = 50;

export interface IntegrationRequest {
  kind: IntegrationKind;
  name: string;
  url: string | null;
  events: WebhookEventName[];
  wholeNumbers?: boolean | undefined;
}

export async function readIntegrations(db: Db, station: string): Promise<Integration[]> {
  return (await findIntegrations(db, station)).map(presentIntegration);
}

export async function requireIntegration(
  db: Db,
  { station, id, lock = false }: { station: string; id: string; lock?: boolean },
): Promise<IntegrationRow> {
  return requireFound(await findIntegration(db, { station, id, lock }), "no_such_integration");
}

export async function addIntegration(
  deps: IntegrationDeps,
  { station, actor, seesNumbers, ...wanted }: IntegrationRequest & Author & { station: string },
): Promise<{ integration: Integration; secret: string }> {
  const { db, clock, seal } = deps;
  const { kind, name, events } = wanted;
  const wholeNumbers = kind === "webhook" && wanted.wholeNumbers === true;
  if (wholeNumbers && !seesNumbers) {
    throw numbersRefused();
  }
  const url = readTarget(deps, wanted);
  const id = uuidV7();
  const secret = newSecret(kind);
  return db.transaction().execute(async (trx) => {
    if ((await lockIntegrations(trx, station)) >= MOST_INTEGRATIONS) {
      throw new ApiError({ reason: "integrations_full", params: { most: MOST_INTEGRATIONS } });
    }
    await insertIntegration(trx, {
      id,
      station_id: station,
      kind,
      name,
      url,
      events: unique(events),
      secret: seal.seal(secret, id),
      whole_numbers: wholeNumbers,
      created_at: new Date(clock.now()),
    });
    const target = { station, id, actor };
    await audit(trx, target, "integration.added", { kind, name, url, events, wholeNumbers });
    return { integration: presentIntegration(await requireIntegration(trx, target)), secret };
  });
}

function numbersRefused(): ApiError {
  return new ApiError("masked_sends_no_numbers", {
    fields: { wholeNumbers: "is_not_yours_to_give" },
  });
}

function newSecret(kind: IntegrationKind): string {
  return kind === "webhook" ? newWebhookSecret() : randomBytes(24).toString("base64url");
}

function unique(events: WebhookEventName[]): WebhookEventName[] {
  return [...new Set(events)];
}

/** Returns the validated address of a webhook; `null` for an input. Throws `bad_request`. */
function readTarget(
  { client }: IntegrationDeps,
  { kind, url, events }: Pick<IntegrationRequest, "kind" | "url" | "events">,
): string | null {
  if (kind === "now_playing") {
    return null;
  }
  const target = url !== null && URL.canParse(url) ? new URL(url) : null;
  const wrong = target === null ? "address_unreadable" : client.findRefusal(target);
  if (target === null || wrong !== null) {
    throw refuseAddress(wrong ?? "address_unreadable");
  }
  if (events.length === 0) {
    throw new ApiError("webhook_needs_event", { fields: { events: "name_at_least_one" } });
  }
  return target.href;
}

export interface IntegrationChange extends Omit<IntegrationRequest, "kind"> {
  version: number;
  enabled: boolean;
}

/**
 * Throws when the person saw an older version. When the integration is enabled again, its failures
 * are reset.
 */
export async function changeIntegration(
  deps: IntegrationDeps,
  { seesNumbers, ...target }: IntegrationTarget & Author,
  { version, name, enabled, ...wanted }: IntegrationChange,
): Promise<Integration> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await requireIntegration(trx, { ...target, lock: true });
    if (before.version !== version) {
      throw new ApiError("integration_changed");
    }
    const url = readTarget(deps, { ...wanted, kind: before.kind });
    const isWebhook = before.kind === "webhook";
    const whole_numbers = isWebhook && (wanted.wholeNumbers ?? before.whole_numbers);
    const isSameTarget = before.whole_numbers && before.url === url;
    if (whole_numbers && !isSameTarget && !seesNumbers) {
      throw numbersRefused();
    }
    const begins = enabled && !before.enabled;
    const anew = begins ? { failed_at: null, failing_since: null, retry_at: null } : {};
    const events = unique(wanted.events);
    const fields = { name, url, enabled, events, whole_numbers, ...anew };
    await updateIntegration(trx, target.id, fields satisfies IntegrationFields);
    const after = await requireIntegration(trx, target);
    await audit(trx, target, "integration.changed", {
      before: listAudited(before),
      after: listAudited(after),
    });
    return presentIntegration(after);
  });
}

function listAudited({ name, url, events, enabled, whole_numbers }: IntegrationRow) {
  return { name, url, events, enabled, wholeNumbers: whole_numbers };
}

export async function removeIntegration({ db }: IntegrationDeps, target: IntegrationTarget) {
  return db.transaction().execute(async (trx) => {
    const before = await requireIntegration(trx, { ...target, lock: true });
    await deleteIntegration(trx, target.id);
    await audit(trx, target, "integration.removed", listAudited(before));
    return target.id;
  });
}

export async function renewSecret(
  { db, seal }: IntegrationDeps,
  target: IntegrationTarget,
): Promise<{ integration: Integration; secret: string }> {
  return db.transaction().execute(async (trx) => {
    const { kind } = await requireIntegration(trx, { ...target, lock: true });
    const secret = newSecret(kind);
    await updateIntegration(trx, target.id, { secret: seal.seal(secret, target.id) });
    await audit(trx, target, "integration.secret_renewed", {});
    return { integration: presentIntegration(await requireIntegration(trx, target)), secret };
  });
}

/** The audit never contains a secret. */
export async function audit(
  trx: Trx,
  { station, id, actor }: IntegrationTarget,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(trx, { actor, action, station, subject: ["integration", id], details });
}
