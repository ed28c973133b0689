import { audioServerChannel, claimForAudioServer as endpoint } from "@linedesk/contract";
import { requireKey } from "../../audio-servers/audio-servers.ts";
import { readKey } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { claimForAudioServer } from "../actions/claim-for-audio-server.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { mapTelephonyErrors } from "./require-call.ts";

export interface AudioServerClaimDeps {
  desk: DeskDeps;
  /** Returns the members of a presence channel by id. */
  listMembers: (channel: string) => Promise<ReadonlySet<string>>;
}

/**
 * Serves audio servers that need a claim for a person's request. The person is the one whom the hub
 * names as the sender of the request.
 */
export function registerAudioServerClaims(api: Api, deps: AudioServerClaimDeps): void {
  const { desk, listMembers } = deps;
  api.serve(
    endpoint,
    async ({ params, body, key, actor }) => {
      const server = await requireKey(desk.db, key ?? "", desk.clock);
      const { line, user, target, station = server.station } = body;
      if (server.id !== params.id) {
        throw new ApiError("audio_server_key_foreign");
      }
      if (station !== server.station) {
        throw new ApiError("audio_server_of_other_station");
      }
      // The audio server's key gives no right to act for a person who does not use this line.
      if (!(await listMembers(audioServerChannel(server.id, line))).has(user)) {
        throw new ApiError("audio_server_person_absent");
      }
      const wanted = { audioServer: server.id, station, user, line, target };
      return mapTelephonyErrors(() =>
        claimForAudioServer(desk, { ...wanted, actor: { ...actor, userId: user } }),
      );
    },
    { checkFirst: (request) => requireKey(desk.db, readKey(request) ?? "", desk.clock) },
  );
}
