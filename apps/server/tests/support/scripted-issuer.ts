import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { base64url, exportJWK, generateKeyPair, SignJWT } from "jose";

import type { Browser } from "./auth-station.ts";

/** The issuer's answers about the next person, which a test can change. */
export interface IssuerScript {
  claims: Record<string, unknown>;
  userinfo: Record<string, unknown>;
  tamper: (idToken: string) => string;
  metadata: Record<string, unknown>;
  discoveries: number;
  /** The name that the issuer gives itself; by default its address. */
  name: string;
  /** The issuer's clock is ahead of the station's by this much. */
  aheadS: number;
  userinfoStatus: number;
  /** The answer of the endpoint to which a token refers for the groups. */
  groups: unknown;
  /** The requests to that endpoint: method and authorization. */
  groupRequests: string[];
}

export type ScriptedIssuer = Awaited<ReturnType<typeof startScriptedIssuer>>;

export const SCRIPTED_CLIENT = { OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: "x".repeat(32) };

/** Starts an OpenID Connect issuer with any claims that a test wants, signed with its own key. */
export async function startScriptedIssuer() {
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script: IssuerScript = {
    claims: { sub: "fay", name: "Fay" },
    userinfo: {},
    tamper: (idToken) => idToken,
    metadata: {},
    discoveries: 0,
    name: address,
    aheadS: 0,
    userinfoStatus: 200,
    groups: {},
    groupRequests: [],
  };
  const state = { keys: await makeKeys("1"), isFailing: false };

  async function respond(request: IncomingMessage): Promise<unknown> {
    const path = new URL(request.url ?? "/", address).pathname;
    if (path.endsWith("/.well-known/openid-configuration")) {
      script.discoveries += 1;
      return { ...metadataOf(address), issuer: script.name, ...script.metadata };
    }
    if (path === "/jwks") {
      return { keys: [state.keys.jwk] };
    }
    if (path === "/userinfo") {
      return { sub: script.claims["sub"], ...script.userinfo };
    }
    if (path.startsWith("/groups")) {
      script.groupRequests.push(`${request.method} ${request.headers.authorization}`);
      return script.groups;
    }
    const idToken = await signToken(script, state.keys, await nonceOf(request));
    return { access_token: "a", token_type: "Bearer", id_token: script.tamper(idToken) };
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.isFailing) {
      response.writeHead(503).end();
      return;
    }
    response.setHeader("content-type", "application/json");
    response.statusCode = request.url === "/userinfo" ? script.userinfoStatus : 200;
    response.end(JSON.stringify(await respond(request)));
  }
  return {
    address,
    script,
    renewKeys: async () => {
      state.keys = await makeKeys("2");
    },
    fail: () => {
      state.isFailing = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function signToken(script: IssuerScript, keys: Keys, nonce: string): Promise<string> {
  const now = Math.floor(Date.now() / 1_000) + script.aheadS;
  return new SignJWT({ nonce, ...script.claims })
    .setProtectedHeader({ alg: "RS256", kid: keys.kid })
    .setIssuer(script.name)
    .setAudience("desk")
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + 300)
    .sign(keys.privateKey);
}

type Keys = Awaited<ReturnType<typeof makeKeys>>;

/** Returns the nonce of the sign-in, which a test passes as the code. */
async function nonceOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString()).get("code") ?? "";
}

async function makeKeys(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256" } };
}

function metadataOf(address: string) {
  return {
    issuer: address,
    authorization_endpoint: `${address}/auth`,
    token_endpoint: `${address}/token`,
    userinfo_endpoint: `${address}/userinfo`,
    jwks_uri: `${address}/jwks`,
    id_token_signing_alg_values_supported: ["RS256"],
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
  };
}

/** Returns the token with other claims, so that its signature does not match. */
export function withClaims(idToken: string, changes: Record<string, unknown>): string {
  const [header = "", payload = "", signature = ""] = idToken.split(".");
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as object;
  const changed = base64url.encode(JSON.stringify({ ...claims, ...changes }));
  return [header, changed, signature].join(".");
}

export function unsigned(idToken: string): string {
  const [, payload = ""] = idToken.split(".");
  return `${base64url.encode(JSON.stringify({ alg: "none" }))}.${payload}.`;
}

/**
 * Goes to the issuer, which signs the person in without a question, and back. Returns the final
 * address.
 */
export async function signInAt(browser: Browser): Promise<string> {
  const url = await browser.leave();
  const { searchParams } = new URL(url);
  const back = new URLSearchParams({
    code: searchParams.get("nonce") ?? "",
    state: searchParams.get("state") ?? "",
  });
  const response = await browser.fetch(`/api/auth/callback/sso?${back.toString()}`);
  return response.headers.get("location") ?? "";
}
