import { timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import formbody from "@fastify/formbody";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";

import { fastifyTimeouts, StartError } from "@linedesk/base";
import { soundsFolder } from "@linedesk/media";
import type { AccountConfig } from "../../directory/account-config.ts";
import { signRequest } from "../../webhooks/sign-request.ts";
import { isSameOrigin, isPageVisit } from "../pages/is-same-origin.ts";
import { loadPage, loadVoiceSdk } from "../pages/page-files.ts";
import { pageHeaders, servePage } from "../pages/serve-page.ts";
import { chime, keyClick } from "./chime.ts";
import { afterDial, choose, greet, SAMPLE_IDENTITY, type VoiceForm } from "./greet.ts";
import { makeVoiceToken } from "./make-voice-token.ts";
import { SAMPLE_NUMBER, setUpSample } from "./set-up-sample.ts";

const LOOPBACK = "127.0.0.1";
const formSchema = z.record(z.string(), z.string());
const identitySchema = z.object({ identity: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });
const roundSchema = z.object({ round: z.coerce.number().int().min(1).max(100).catch(1) });

export interface Sample {
  url: string;
  phoneNumber: string;
  applicationSid: string;
  close(): Promise<void>;
}

/** The exchange that the sample belongs to. */
interface SampleExchange {
  /** `http://127.0.0.1:3001` */
  url: string;
  signalUrl: string;
  account: AccountConfig;
  inspectorUrl: string | null;
}

/**
 * A small application behind the exchange: a menu in TwiML, and a softphone page with its tokens.
 * Throws StartError when the port is not to be had.
 */
export async function startSample(exchange: SampleExchange, port: number): Promise<Sample> {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 65_536, ...fastifyTimeouts() });
  await app.register(formbody);
  const deps = { exchange, url: "", applicationSid: "" };
  routeDocuments(app, deps);
  await routeSounds(app);
  await routePage(app, deps);
  try {
    deps.url = await app.listen({ host: LOOPBACK, port });
  } catch (error) {
    throw StartError.from(error, { setting: "SAMPLE_PORT", port });
  }
  const { phoneNumber, applicationSid } = await setUpSample(exchange, deps.url);
  deps.applicationSid = applicationSid;
  return { url: deps.url, phoneNumber, applicationSid, close: () => app.close() };
}

/** Throws StartError where the port is not to be had, before an exchange is started for it. */
export async function findFree(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(port, LOOPBACK, resolve);
  }).catch((error: unknown) => {
    throw StartError.from(error, { setting: "SAMPLE_PORT", port });
  });
  await new Promise((resolve) => probe.close(resolve));
}

interface SampleDeps {
  exchange: SampleExchange;
  url: string;
  applicationSid: string;
}

type Document = (form: VoiceForm, round: number) => string;

const DOCUMENTS: Record<string, Document> = {
  "/voice": (form, round) => greet(form, round, SAMPLE_NUMBER),
  "/menu": (form) => choose(form),
  "/dialled": (form) => afterDial(form),
};

function routeDocuments(app: FastifyInstance, deps: SampleDeps): void {
  for (const [path, document] of Object.entries(DOCUMENTS)) {
    app.post(path, async (request, reply) => {
      const form = signedForm(request, deps);
      if (form === null) {
        return await refuse(reply);
      }
      const { round } = roundSchema.parse(request.query);
      return await reply.type("text/xml").send(document(form, round));
    });
  }
  app.post("/status", async (request, reply) => {
    if (signedForm(request, deps) === null) {
      return await refuse(reply);
    }
    return await reply.code(204).send();
  });
}

async function refuse(reply: FastifyReply): Promise<FastifyReply> {
  return await reply.code(403).type("text/plain").send("The exchange did not sign this.\n");
}

/** Null when it was not the exchange that asked. */
function signedForm(request: FastifyRequest, { exchange, url }: SampleDeps): VoiceForm | null {
  const form = formSchema.safeParse(request.body ?? {});
  const signature = request.headers["x-twilio-signature"];
  if (!form.success || typeof signature !== "string") {
    return null;
  }
  const { authToken } = exchange.account;
  const right = Buffer.from(signRequest(authToken, `${url}${request.url}`, form.data));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given) ? form.data : null;
}

async function routeSounds(app: FastifyInstance): Promise<void> {
  const sounds = {
    "/sounds/chime.wav": chime(),
    "/sounds/key.wav": keyClick(),
    "/sounds/music.wav": await readFile(join(soundsFolder(), "hold-music.wav")),
  };
  for (const [path, body] of Object.entries(sounds)) {
    app.get(path, async (_request, reply) => await reply.type("audio/wav").send(body));
  }
}

/** The softphone's page and its tokens, for pages of this very server only. */
async function routePage(app: FastifyInstance, deps: SampleDeps): Promise<void> {
  const files = await loadPage("softphone");
  files.set("/twilio.min.js", await loadVoiceSdk());
  const { exchange } = deps;
  const headers = pageHeaders([exchange.signalUrl]);
  await app.register(async (pages) => {
    pages.addHook("onRequest", async (request, reply) => {
      const isWelcome = request.url === "/" ? isPageVisit : isSameOrigin;
      if (isWelcome(request.headers, true)) {
        return undefined;
      }
      return await reply.code(403).send({ error: "other_origin" });
    });
    servePage(pages, files, headers);
    pages.get("/token", async (request, reply) => {
      const fields = identitySchema.safeParse({
        identity: SAMPLE_IDENTITY,
        ...parseQuery(request),
      });
      if (!fields.success) {
        return await reply.code(400).send({ error: "identity" });
      }
      const { identity } = fields.data;
      const { applicationSid } = deps;
      const token = await makeVoiceToken(exchange.account, { identity, applicationSid });
      return await reply.header("cache-control", "no-store").send({ identity, token });
    });
    pages.get("/settings", () => ({
      chunderw: exchange.signalUrl.replace("ws://", ""),
      phoneNumber: SAMPLE_NUMBER,
      inspectorUrl: exchange.inspectorUrl,
    }));
  });
}

function parseQuery(request: FastifyRequest): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(request.query);
  return parsed.success ? parsed.data : {};
}
