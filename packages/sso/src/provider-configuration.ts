import {
  interactionPolicy,
  Provider,
  type Configuration,
  type KoaContextWithOIDC,
} from "oidc-provider";

import { createAdapter } from "./create-adapter.ts";
import { problemPage, signedOutPage, signOutPage } from "./page.ts";
import type { Person } from "./people.ts";
import type { SignInStorage } from "./sign-in-storage.ts";
import type { SigningKeys } from "./signing-keys.ts";

export interface SsoClient {
  clientId: string;
  clientSecret: string;
  /** The exact addresses to which a sign-in may return. */
  redirectUris: readonly string[];
  postLogoutRedirectUris?: readonly string[];
}

export interface ProviderOptions {
  keys: SigningKeys;
  storage: SignInStorage;
  cookieKeys: readonly string[];
  clients: readonly SsoClient[];
  people: readonly Person[];
  mountPath: string;
  stylesheetPath: string;
}

/**
 * Configures the OpenID provider: only the code flow with PKCE, no consent page, and our own pages.
 */
export function providerConfiguration(parts: ProviderOptions): Configuration {
  return {
    adapter: createAdapter(parts.storage),
    jwks: parts.keys.jwks as unknown as NonNullable<Configuration["jwks"]>,
    clients: parts.clients.map(clientMetadata),
    responseTypes: ["code"],
    pkce: { required: () => true },
    scopes: ["openid", "profile", "email"],
    claims: {
      openid: ["sub"],
      profile: ["name", "groups"],
      email: ["email", "email_verified"],
    },
    // The ID token also contains the claims, so that no second request is needed.
    conformIdTokenClaims: false,
    cookies: { keys: [...parts.cookieKeys], names: cookieNames },
    interactions: {
      policy: createPromptPolicy(),
      url: (_ctx, interaction) => `${parts.mountPath}/interaction/${interaction.uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) =>
          sendPage(ctx, signOutPage({ form, stylesheet: parts.stylesheetPath })),
        postLogoutSuccessSource: (ctx) => sendPage(ctx, signedOutPage(parts.stylesheetPath)),
      },
    },
    findAccount: (_ctx, sub) => findAccount(parts.people, sub),
    loadExistingGrant: grantRequestedScopes,
    clientBasedCORS: () => false,
    renderError: (ctx, out) => {
      const words = out.error_description ?? "Something went wrong.";
      sendPage(ctx, problemPage({ words, code: out.error, stylesheet: parts.stylesheetPath }));
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 1800,
      Session: 86_400,
      Grant: 86_400,
    },
  };
}

const cookieNames = {
  session: "linedesk_sso_session",
  interaction: "linedesk_sso_interaction",
  resume: "linedesk_sso_resume",
};

function clientMetadata(client: SsoClient) {
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...(client.postLogoutRedirectUris ?? [])],
    grant_types: ["authorization_code"],
    response_types: ["code" as const],
  };
}

/** Several people demonstrate on one machine, so every sign-in shows the list of people again. */
function createPromptPolicy() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const choose = new Check("choose_person", "A person must be chosen", (ctx) =>
    ctx.oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  policy.get("login")?.checks.add(choose);
  return policy;
}

function findAccount(people: readonly Person[], sub: string) {
  const person = people.find((candidate) => candidate.sub === sub);
  if (person === undefined) {
    return undefined;
  }
  const { name, email, groups } = person;
  return {
    accountId: sub,
    claims: async () => ({ sub, name, email, email_verified: true, groups: [...groups] }),
  };
}

/** The clients are our own, so people are not asked to consent. */
async function grantRequestedScopes(ctx: KoaContextWithOIDC) {
  const { client, session, params, provider } = ctx.oidc;
  const grant = new provider.Grant();
  if (client !== undefined) {
    grant.clientId = client.clientId;
  }
  if (session?.accountId !== undefined) {
    grant.accountId = session.accountId;
  }
  grant.addOIDCScope(typeof params?.["scope"] === "string" ? params["scope"] : "openid");
  await grant.save();
  return grant;
}

function sendPage(ctx: KoaContextWithOIDC, html: string): void {
  ctx.type = "html";
  ctx.body = html;
}

/**
 * Lets a sign-in also return to a registered path on the origin of the browser's request, because a
 * station without a fixed public address has several host names.
 */
export function allowOwnOrigin(provider: Provider): void {
  const { prototype } = provider.Client;
  prototype.redirectUriAllowed = function (uri) {
    return isRegisteredOrOwnOrigin(uri, this.redirectUris ?? []);
  };
  prototype.postLogoutRedirectUriAllowed = function (uri) {
    return isRegisteredOrOwnOrigin(uri, this.postLogoutRedirectUris ?? []);
  };
}

function isRegisteredOrOwnOrigin(uri: string, registered: readonly string[]): boolean {
  return registered.includes(uri) || isOnOwnOrigin(uri, registered);
}

function isOnOwnOrigin(uri: string, registered: readonly string[]): boolean {
  const { ctx } = Provider;
  if (ctx === undefined || !URL.canParse(uri)) {
    return false;
  }
  const { origin: wantedOrigin, pathname } = new URL(uri);
  const isExact = uri === `${wantedOrigin}${pathname}`;
  return (
    isExact &&
    wantedOrigin === `${ctx.protocol}://${ctx.host}` &&
    registered.some((known) => new URL(known).pathname === pathname)
  );
}
