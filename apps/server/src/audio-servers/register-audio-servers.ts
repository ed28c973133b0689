import { type Clock, findNetwork, systemClock, TokenBuckets } from "@linedesk/base";
import {
  addAudioServer as addEndpoint,
  audioServerIdentity,
  audioServerVoiceToken,
  deviceLine,
  listAudioServers as listEndpoint,
  listPairedAudioServers as listPairedEndpoint,
  pairAudioServer as pairEndpoint,
  readAudioServer as readEndpoint,
  removeAudioServer as removeEndpoint,
  renameAudioServer as renameEndpoint,
  renewPairingCode as renewEndpoint,
  revokeAudioServer as revokeEndpoint,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { readKey } from "../platform/http/api-call.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import type { Logger } from "../platform/logger.ts";
import {
  giveVoiceToken,
  type TokenDeps,
  withdrawVoiceTokens,
} from "../telephony/register-voice-tokens.ts";
import { findOpenLegs } from "./audio-server-store.ts";
import {
  addAudioServer,
  listAudioServers,
  listPairedAudioServers,
  pairAudioServer,
  readAudioServer,
  removeAudioServer,
  renameAudioServer,
  renewPairingCode,
  requireKey,
  revokeAudioServer,
} from "./audio-servers.ts";

/**
 * This rate is enough for a person who types a code. It is too low to guess a code within the ten
 * minutes in which the code is valid.
 */
const PAIRING_RATE = { perSecond: 1 / 30, burst: 10 };

export interface AudioServerDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Pick<Logger, "warn">;
  tokens: TokenDeps;
  services: {
    of: (leg: { service: string }) => {
      telephony: { endCall: (sid: string) => Promise<unknown> };
    };
  };
}

export function registerAudioServers(api: Api, deps: AudioServerDeps): void {
  const { db } = deps;
  api.serve(listEndpoint, ({ query }) => answerWhole(listAudioServers(db, query.station)));
  api.serve(readEndpoint, async (call) => {
    const found = requireFound(await readAudioServer(db, call.params.id), "no_such_audio_server");
    const thing = { station: found.station, absent: "no_such_audio_server" } as const;
    await call.requirePermissionOn(thing, "screen");
    return found.server;
  });
  registerKeyRoutes(api, deps);
  registerAdminRoutes(api, deps);
}

function registerKeyRoutes(api: Api, deps: AudioServerDeps): void {
  const { db, clock } = deps;
  const attempts = new TokenBuckets(systemClock, PAIRING_RATE);
  api.serve(pairEndpoint, async ({ body, request, actor }) => {
    if (!attempts.take(findNetwork(request.ip))) {
      throw new ApiError("pairing_tried_too_often");
    }
    return pairAudioServer(db, { code: body.code, actor }, clock);
  });
  api.serve(
    audioServerVoiceToken,
    async ({ params, body, key }) => {
      const server = await requireKey(db, key ?? "", clock);
      if (server.id !== params.id) {
        throw new ApiError("audio_server_key_foreign");
      }
      const identity = audioServerIdentity(server.id, body.line);
      const wanted = { identity, service: body.service };
      return { ...(await giveVoiceToken(deps.tokens, wanted)), identity };
    },
    { checkFirst: (request) => requireKey(db, readKey(request) ?? "", clock) },
  );
}

function registerAdminRoutes(api: Api, deps: AudioServerDeps): void {
  const { db, clock } = deps;
  api.serve(listPairedEndpoint, ({ params }) =>
    answerWhole(listPairedAudioServers(db, params.id, clock)),
  );
  api.serve(addEndpoint, ({ params, body, actor }) =>
    addAudioServer(db, { station: params.id, name: body.name, actor }, clock),
  );
  api.serve(removeEndpoint, async ({ params: { id: station, server }, actor }) => {
    await removeAudioServer(db, { station, server, actor });
    return {};
  });
  api.serve(renameEndpoint, async ({ params: { id: station, server }, body, actor }) => ({
    server: await renameAudioServer(db, { station, server, ...body, actor }, clock),
  }));
  api.serve(renewEndpoint, ({ params: { id: station, server }, actor }) =>
    renewPairingCode(db, { station, server, actor }, clock),
  );
  api.serve(revokeEndpoint, async ({ params: { id: station, server }, actor }) => {
    const revoked = await revokeAudioServer(db, { station, server, actor }, clock);
    await withdraw(deps, server);
    return { server: revoked };
  });
}

/**
 * Ends the server's tokens and legs. The session watch repeats a failed withdrawal of a token, and
 * the telephony monitor repeats a failed end of a leg.
 */
async function withdraw(deps: AudioServerDeps, server: string): Promise<void> {
  for (const line of deviceLine.options) {
    try {
      await withdrawVoiceTokens(deps.tokens, audioServerIdentity(server, line));
    } catch (err) {
      deps.log.warn({ err, server, line }, "voice token withdrawal of audio server failed");
    }
  }
  for (const leg of await findOpenLegs(deps.db, server)) {
    try {
      await deps.services.of(leg).telephony.endCall(leg.sid);
    } catch (err) {
      deps.log.warn({ err, server, leg: leg.sid }, "leg of revoked audio server failed to end");
    }
  }
}
