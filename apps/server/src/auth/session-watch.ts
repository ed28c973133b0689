import * as z from "zod";

import { may } from "@linedesk/contract";
import { type Channel, parseChannel } from "../platform/realtime/channel.ts";

export interface WatchedSocket {
  socketId: string;
  userId: string;
  userInfo: unknown;
  channels: readonly string[];
}

export interface WatchedSockets {
  userSockets(): WatchedSocket[];
  terminateSocket(socketId: string): boolean;
}

export interface SessionWatchDeps {
  sessions: {
    endOverdue: () => Promise<number>;
    listOpen: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  };
  listMemberships: (userIds: readonly string[]) => Promise<readonly Membership[]>;
  sockets: WatchedSockets | null;
  listLostVoiceUsers: () => Promise<readonly string[]>;
  withdrawTokens: (userId: string) => void;
  /** Returns the pairings of audio servers, as `{id} {pairedAt}`, whose key is valid. */
  listOpenPairings: (pairings: readonly Pairing[]) => Promise<ReadonlySet<string>>;
  listServerStations: (servers: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  onError: (error: unknown) => void;
}

interface Pairing {
  id: string;
  pairedAt: string;
}

interface Membership {
  userId: string;
  stationId: string;
  role: Parameters<typeof may>[0];
  seesNumbers: boolean;
}

const EVERY_MS = 2_000;
const signedInfo = z.object({ session: z.uuid() });
const pairingInfo = z.object({ audioServer: z.uuid(), pairedAt: z.string() });

/**
 * Ends connections whose session, membership or key has ended. It checks every two seconds,
 * independent of client traffic and of the process that changed the database.
 */
export class SessionWatch {
  readonly #deps: SessionWatchDeps;
  #checking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: SessionWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.tick(), EVERY_MS);
  }

  /** Runs one check. A running check is not started twice. Never rejects. */
  tick(): Promise<void> {
    this.#checking ??= this.#check()
      .catch((error: unknown) => this.#deps.onError(error))
      .finally(() => (this.#checking = null));
    return this.#checking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { sessions, listLostVoiceUsers, withdrawTokens } = this.#deps;
    await sessions.endOverdue();
    const users = new Set(await this.#terminateLost());
    for (const userId of await listLostVoiceUsers()) {
      users.add(userId);
    }
    for (const userId of users) {
      withdrawTokens(userId);
    }
  }

  async #terminateLost(): Promise<string[]> {
    const { sockets } = this.#deps;
    const watched = sockets?.userSockets() ?? [];
    if (watched.length === 0) {
      return [];
    }
    const lost = await this.#findLost(watched);
    for (const { socketId } of lost) {
      sockets?.terminateSocket(socketId);
    }
    return lost.filter((socket) => parsePairing(socket) === null).map((socket) => socket.userId);
  }

  async #findLost(watched: readonly WatchedSocket[]): Promise<WatchedSocket[]> {
    const { sessions, listMemberships } = this.#deps;
    const people = watched.filter((socket) => parsePairing(socket) === null);
    const ids = people.flatMap((socket) => parseSession(socket) ?? []);
    const users = [...new Set(people.map(({ userId }) => userId))];
    const [open, memberships, pairings, stations] = await Promise.all([
      sessions.listOpen([...new Set(ids)]),
      listMemberships(users),
      this.#deps.listOpenPairings(watched.flatMap((socket) => parsePairing(socket) ?? [])),
      this.#deps.listServerStations([...new Set(people.flatMap(listServers))]),
    ]);
    return watched.filter((socket) => {
      const pairing = parsePairing(socket);
      if (pairing !== null) {
        return !pairings.has(`${pairing.id} ${pairing.pairedAt}`);
      }
      const session = parseSession(socket);
      const own = memberships.filter(({ userId }) => userId === socket.userId);
      return (
        session === null ||
        !open.has(session) ||
        socket.channels.some((name) => !maySubscribe(parseChannel(name), { own, stations }))
      );
    });
  }
}

function maySubscribe(
  channel: Channel | null,
  { own, stations }: { own: readonly Membership[]; stations: ReadonlyMap<string, string> },
): boolean {
  if (channel === null || channel.type === "user") {
    return true;
  }
  const isServers = channel.type === "audio_server";
  const station = isServers ? stations.get(channel.server) : channel.station;
  const member = own.find(({ stationId }) => stationId === station);
  if (member === undefined || !may(member.role, "screen")) {
    return false;
  }
  return channel.type !== "station_whole" || member.seesNumbers;
}

function listServers({ channels }: WatchedSocket): string[] {
  return channels.flatMap((name) => {
    const channel = parseChannel(name);
    return channel?.type === "audio_server" ? [channel.server] : [];
  });
}

function parsePairing({ userInfo }: WatchedSocket): Pairing | null {
  const { data } = pairingInfo.safeParse(userInfo);
  return data === undefined ? null : { id: data.audioServer, pairedAt: data.pairedAt };
}

function parseSession({ userInfo }: WatchedSocket): string | null {
  return signedInfo.safeParse(userInfo).data?.session ?? null;
}
