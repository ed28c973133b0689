import { randomUUID } from "node:crypto";
import { phoneToken, voiceToken } from "@linedesk/contract";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../calls/call-watch.ts";
import { displayNumber } from "../callers/phone-number.ts";
import type { Config } from "../config.ts";
import { demoCallers } from "../demo/demo-callers.ts";
import { bindEndpoint, type BindDeps } from "../http/bind-endpoint.ts";
import { ApiError } from "../http/errors.ts";
import { readPhoneLines } from "../stations/phone-lines.ts";
import { applicationSid } from "../telephony/applications.ts";
import { signVoiceToken } from "../telephony/voice-token.ts";

export interface TokenDeps {
  config: Pick<Config, "telephony" | "phoneEnabled">;
  clock: Clock;
  bind: BindDeps;
}

const grantFor = (config: TokenDeps["config"], identity: string, applicationSid: string) => {
  const { accountSid, apiKey, apiSecret } = config.telephony;
  return { accountSid, apiKey, apiSecret, identity, applicationSid };
};

const labelled = ({ number, name }: { number: string; name: string }) => ({
  number,
  label: `${displayNumber(number)} ${name}`,
});

export const registerTokens = (app: FastifyInstance, deps: TokenDeps): void => {
  const { config, clock, bind } = deps;
  bindEndpoint(
    app,
    voiceToken,
    async ({ user, body }) => {
      if (body.identity !== user.id)
        throw new ApiError("forbidden", "A voice token is given for one's own identity only.");
      const application = await applicationSid(bind.db, "operators");
      const grant = { ...grantFor(config, user.id, application), incoming: true };
      return { token: await signVoiceToken(grant, clock.now()) };
    },
    bind,
  );
  bindEndpoint(
    app,
    phoneToken,
    async () => {
      if (!config.phoneEnabled) throw new ApiError("not_found", "There is no telephone here.");
      const application = await applicationSid(bind.db, "phone");
      const grant = {
        ...grantFor(config, `phone-${randomUUID()}`, application),
        incoming: false,
      };
      const lines = await readPhoneLines(bind.db);
      return {
        token: await signVoiceToken(grant, clock.now()),
        lines: lines.map(labelled),
        callerNumbers: demoCallers.map(labelled),
      };
    },
    bind,
  );
};
