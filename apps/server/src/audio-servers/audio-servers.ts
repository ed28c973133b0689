import type { Clock } from "@linedesk/base";
import {
  type AudioServer,
  audioServerIdentity,
  deviceLine,
  type PairedAudioServer,
} from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../platform/http/merge-changes.ts";
import type { AudioServerKeys, KnownAudioServer } from "../platform/realtime/register-realtime.ts";
import { voidVoiceTokens } from "../telephony/softphone-tokens.ts";
import {
  clearSecrets,
  countOfStation,
  deleteAudioServer,
  findAudioServer,
  findByKeyHash,
  findServerStations,
  insertAudioServer,
  listOfStation,
  noteSeen,
  type StoredAudioServer,
  takeCode,
  updateCode,
  updateName,
} from "./audio-server-store.ts";
import { mayTakeOverLine } from "./carry-line.ts";
import {
  CODE_TIME_MS,
  createKey,
  createPairingCode,
  hashKey,
  hashPairingCode,
} from "./pairing-code.ts";

const MOST_SERVERS = 50;
const SEEN_EVERY_MS = 60_000;

type Now = Pick<Clock, "now">;

interface Change {
  station: string;
  actor: Actor;
}

function present(server: StoredAudioServer, now: Date): PairedAudioServer {
  const { codeExpiresAt } = server;
  const hasCode = codeExpiresAt !== null && codeExpiresAt > now;
  return {
    id: server.id,
    name: server.name,
    pairedAt: server.pairedAt?.toISOString() ?? null,
    lastSeenAt: server.lastSeenAt?.toISOString() ?? null,
    codeExpiresAt: hasCode ? codeExpiresAt.toISOString() : null,
  };
}

export async function listAudioServers(db: Db, station: string): Promise<AudioServer[]> {
  const servers = await listOfStation(db, station);
  return servers.filter(({ isPaired }) => isPaired).map(({ id, name }) => ({ id, name }));
}

export async function listPairedAudioServers(db: Db, station: string, clock: Now) {
  const now = new Date(clock.now());
  return (await listOfStation(db, station)).map((server) => present(server, now));
}

export async function readAudioServer(
  db: Db,
  id: string,
): Promise<{ station: string; server: AudioServer } | null> {
  const found = await findAudioServer(db, id);
  return found && { station: found.station, server: { id, name: found.name } };
}

export interface NewCode {
  server: PairedAudioServer;
  code: string;
}

/** Adds an audio server by name. It works after it is paired with the code. */
export async function addAudioServer(
  db: Db,
  { station, name, actor }: Change & { name: string },
  clock: Now,
): Promise<NewCode> {
  const { code, ...stored } = makeCode(actor, clock);
  return db.transaction().execute(async (trx) => {
    if ((await countOfStation(trx, station)) >= MOST_SERVERS) {
      throw new ApiError({ reason: "audio_servers_full", params: { most: MOST_SERVERS } });
    }
    const id = await insertAudioServer(trx, { station, name, code: stored });
    if (id === null) {
      throw nameTaken();
    }
    await recordServerAudit(trx, {
      actor,
      station,
      action: "audio_server.added",
      id,
      details: { name },
    });
    return { server: await reread(trx, id, clock), code };
  });
}

interface Renaming extends Change {
  server: string;
  name: string;
  seen?: Seen<{ name: string }> | undefined;
}

export async function renameAudioServer(
  db: Db,
  { station, server: id, actor, seen, ...given }: Renaming,
  clock: Now,
): Promise<PairedAudioServer> {
  return db.transaction().execute(async (trx) => {
    await lockEdit(trx, `audio_server.${id}`);
    const before = await requireAudioServer(trx, station, id);
    const { name } = mergeChanges({ before: { name: before.name }, wanted: given, seen });
    if (!(await updateName(trx, { id, station, name }))) {
      throw nameTaken();
    }
    const details = { before: before.name, after: name };
    await recordServerAudit(trx, { actor, station, action: "audio_server.renamed", id, details });
    return reread(trx, id, clock);
  });
}

/** The audio server's current key stays valid until the new code is used. */
export async function renewPairingCode(
  db: Db,
  { station, server: id, actor }: Change & { server: string },
  clock: Now,
): Promise<NewCode> {
  const { code, ...stored } = makeCode(actor, clock);
  return db.transaction().execute(async (trx) => {
    await requireAudioServer(trx, station, id);
    await updateCode(trx, id, stored);
    await recordServerAudit(trx, {
      actor,
      station,
      action: "audio_server.code_made",
      id,
      details: {},
    });
    return { server: await reread(trx, id, clock), code };
  });
}

/** Invalidates the audio server's key and code. Its name stays, so that it can be paired again. */
export async function revokeAudioServer(
  db: Db,
  { station, server: id, actor }: Change & { server: string },
  clock: Now,
): Promise<PairedAudioServer> {
  return db.transaction().execute(async (trx) => {
    await requireAudioServer(trx, station, id);
    await clearSecrets(trx, id);
    for (const line of deviceLine.options) {
      await voidVoiceTokens(trx, audioServerIdentity(id, line), new Date(clock.now()));
    }
    await recordServerAudit(trx, {
      actor,
      station,
      action: "audio_server.revoked",
      id,
      details: {},
    });
    return reread(trx, id, clock);
  });
}

export async function removeAudioServer(
  db: Db,
  { station, server: id, actor }: Change & { server: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name, isPaired } = await requireAudioServer(trx, station, id);
    if (isPaired) {
      throw new ApiError("audio_server_paired");
    }
    await deleteAudioServer(trx, id);
    const details = { name };
    await recordServerAudit(trx, { actor, station, action: "audio_server.removed", id, details });
  });
}

export async function pairAudioServer(
  db: Db,
  { code, actor }: { code: string; actor: Actor },
  clock: Now,
): Promise<{ id: string; key: string }> {
  const key = createKey();
  const now = new Date(clock.now());
  const taken = { hash: hashPairingCode(code), keyHash: hashKey(key), now };
  return db.transaction().execute(async (trx) => {
    const server = requireFound(await takeCode(trx, taken), "pairing_code_invalid");
    const { id, station } = server;
    await recordServerAudit(trx, {
      actor,
      station,
      action: "audio_server.paired",
      id,
      details: {},
    });
    return { id, key };
  });
}

export function createAudioServerKeys(db: Db, clock: Now): AudioServerKeys {
  return {
    requireKey: (key) => requireKey(db, key, clock),
    findStation: async (id) => (await findAudioServer(db, id))?.station ?? null,
    mayTakeOver: (at) => mayTakeOverLine(db, at),
  };
}

export async function requireKey(db: Db, key: string, clock: Now): Promise<KnownAudioServer> {
  const found = await findByKeyHash(db, hashKey(key));
  if (found === null || found.pairedAt === null) {
    throw new ApiError("audio_server_key_invalid");
  }
  const { id, station, name, lastSeenAt } = found;
  const now = new Date(clock.now());
  if (lastSeenAt === null || now.getTime() - lastSeenAt.getTime() > SEEN_EVERY_MS) {
    await noteSeen(db, id, now);
  }
  return { id, station, name, pairedAt: found.pairedAt.toISOString() };
}

export const listServerStations = findServerStations;

/** Returns the pairings, as `{id} {pairedAt}`, whose key is still valid. */
export async function listOpenPairings(
  db: Db,
  pairings: readonly { id: string; pairedAt: string }[],
): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const { id, pairedAt } of pairings) {
    const found = await findAudioServer(db, id);
    if (found?.isPaired === true && found.pairedAt?.toISOString() === pairedAt) {
      open.add(`${id} ${pairedAt}`);
    }
  }
  return open;
}

function makeCode({ userId: by }: Actor, clock: Now) {
  const code = createPairingCode();
  const expiresAt = new Date(clock.now() + CODE_TIME_MS);
  return { code, hash: hashPairingCode(code), expiresAt, by };
}

function nameTaken(): ApiError {
  return new ApiError("audio_server_name_taken", {
    fields: { name: "is_taken" },
  });
}

export async function requireAudioServer(trx: Trx, station: string, id: string) {
  const found = await findAudioServer(trx, id, { lock: true });
  if (found === null || found.station !== station) {
    throw new ApiError("audio_server_of_other_station");
  }
  return found;
}

async function reread(trx: Trx, id: string, clock: Now): Promise<PairedAudioServer> {
  const found = await findAudioServer(trx, id);
  if (found === null) {
    throw new Error("the audio server was deleted during the change");
  }
  return present(found, new Date(clock.now()));
}

interface Entry extends Change {
  id: string;
  action: string;
  details: Record<string, unknown>;
}

export async function recordServerAudit(trx: Trx, { id, ...entry }: Entry): Promise<void> {
  await recordAudit(trx, { ...entry, subject: ["audio_server", id] });
}
