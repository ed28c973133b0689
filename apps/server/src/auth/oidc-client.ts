import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  type DiscoveryRequestOptions,
} from "openid-client";

import { isSecureOrLoopback } from "../config/is-loopback.ts";

export interface OidcOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  embeddedIssuerOrigin: string | null;
  wantedClaims: readonly string[];
  now: () => number;
  onRenewalFailed: (error: unknown) => void;
}

export interface SignInParams {
  prompt?: string;
  login_hint?: string;
}

export interface AuthorizationRequest {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

const REQUEST_TIMEOUT_SECONDS = 5;
const RETRY_AFTER_MS = 300;
/** After this time, the client reads the issuer's endpoints and keys again; they can change. */
const RENEW_AFTER_MS = 10 * 60_000;
const RENEWAL_RETRY_MS = 60_000;

export class OidcClient {
  readonly #options: OidcOptions;
  #known: { configuration: Configuration; at: number } | null = null;
  #discovering: Promise<Configuration> | null = null;

  constructor(options: OidcOptions) {
    this.#options = options;
  }

  /** Returns the sign-in address; throws when the issuer cannot be reached. */
  async createAuthorizationRequest(
    origin: string,
    redirectUri: string,
    params: SignInParams,
  ): Promise<AuthorizationRequest> {
    const configuration = await this.#discover();
    const state = randomState();
    const nonce = randomNonce();
    const verifier = randomPKCECodeVerifier();
    const url = buildAuthorizationUrl(configuration, {
      ...params,
      redirect_uri: redirectUri,
      scope: this.#options.scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url: this.#toBrowserUrl(origin, url), state, nonce, verifier };
  }

  /**
   * Exchanges the code. Throws unless state, nonce, verifier, issuer and signature are right
   * [AU30].
   */
  async handleCallback(
    currentUrl: URL,
    { state, nonce, verifier }: Omit<AuthorizationRequest, "url">,
  ): Promise<{ idToken: string | null; claims: Record<string, unknown> }> {
    const configuration = await this.#discover();
    const tokens = await authorizationCodeGrant(configuration, currentUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) {
      throw new Error("The issuer sent no ID token");
    }
    const needsMore = this.#options.wantedClaims.some((name) => claims[name] === undefined);
    const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more =
      needsMore && canAsk
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
    return { idToken: tokens.id_token ?? null, claims: mergeClaims(more, claims) };
  }

  /** Returns the URL that ends the issuer's own session; `null` when the issuer has no such URL. */
  async createEndSessionUrl(
    origin: string,
    idTokenHint: string | null,
    returnTo: string,
  ): Promise<string | null> {
    const configuration = await this.#discover();
    if (configuration.serverMetadata().end_session_endpoint === undefined) {
      return null;
    }
    const url = buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: returnTo,
      ...(idTokenHint === null ? {} : { id_token_hint: idTokenHint }),
    });
    return this.#toBrowserUrl(origin, url);
  }

  /** Puts the embedded issuer on our own origin, under the host name that the browser uses. */
  #toBrowserUrl(origin: string, url: URL): string {
    if (this.#options.embeddedIssuerOrigin === null) {
      return url.href;
    }
    return `${origin}${url.pathname}${url.search}`;
  }

  /**
   * Queries the issuer and caches its answer for ten minutes. If a renewal fails, the cached answer
   * stays in use for a minute, and then the next call tries again.
   */
  async #discover(): Promise<Configuration> {
    const known = this.#known;
    const now = this.#options.now();
    if (known !== null && now - known.at < RENEW_AFTER_MS && now >= known.at) {
      return known.configuration;
    }
    this.#discovering ??= this.#discoverWithRetry().finally(() => {
      this.#discovering = null;
    });
    try {
      const configuration = await this.#discovering;
      this.#known = { configuration, at: now };
      return configuration;
    } catch (error) {
      if (known === null) {
        throw error;
      }
      this.#options.onRenewalFailed(error);
      this.#known = { ...known, at: now - RENEW_AFTER_MS + RENEWAL_RETRY_MS };
      return known.configuration;
    }
  }

  async #discoverWithRetry(): Promise<Configuration> {
    try {
      return await this.#discoverOnce();
    } catch {
      // The issuer may still be starting. Only the second failure is reported.
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      return this.#discoverOnce();
    }
  }

  async #discoverOnce(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, embeddedIssuerOrigin } = this.#options;
    const isPlain = issuer.startsWith("http:") || embeddedIssuerOrigin !== null;
    const options: DiscoveryRequestOptions = {
      timeout: REQUEST_TIMEOUT_SECONDS,
      // Without `enableNonRepudiationChecks`, the client would not verify tokens that it receives
      // over TLS.
      execute: [...(isPlain ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
      [customFetch]: fetchSafely(issuer, embeddedIssuerOrigin),
    };
    const auth = createClientAuth(clientSecret);
    const found = await discovery(new URL(issuer), clientId, undefined, auth, options);
    if (embeddedIssuerOrigin === null) {
      assertSafeForBrowsers(found);
    }
    return found;
  }
}

type Claims = Record<string, unknown>;

/**
 * The ID token takes precedence over userinfo, but `email_verified` comes from the source of the
 * e-mail address.
 */
function mergeClaims(more: Claims, claims: Claims): Claims {
  return { ...more, ...claims, email_verified: findEmailVerified(more, claims) };
}

function findEmailVerified(more: Claims, claims: Claims): unknown {
  if (claims["email"] === undefined) {
    return more["email_verified"];
  }
  const isOfBoth = claims["email"] === more["email"];
  return claims["email_verified"] ?? (isOfBoth ? more["email_verified"] : undefined);
}

/**
 * Sends requests for the embedded issuer to its internal address. Rejects requests over plain HTTP
 * to another machine.
 */
function fetchSafely(issuer: string, inside: string | null): CustomFetch {
  return (url, options) => {
    const { origin } = new URL(issuer);
    const isEmbedded = inside !== null && url.startsWith(`${origin}/`);
    const target = isEmbedded ? `${inside}${url.slice(origin.length)}` : url;
    if (!isSecureOrLoopback(target)) {
      throw new InsecureIssuerError(new URL(target).origin);
    }
    return fetch(target, options as RequestInit);
  };
}

/** Even an issuer on this machine could send browsers to an address with plain HTTP. */
function assertSafeForBrowsers(configuration: Configuration): void {
  const { authorization_endpoint, end_session_endpoint } = configuration.serverMetadata();
  for (const url of [authorization_endpoint, end_session_endpoint]) {
    if (url !== undefined && !isSecureOrLoopback(url)) {
      throw new InsecureIssuerError(url);
    }
  }
}

export class InsecureIssuerError extends Error {
  override name = "InsecureIssuerError";
  readonly code = "issuer_insecure";

  constructor(url: string) {
    super(`The issuer names ${url}, which is neither https nor on this machine`);
  }
}

/** Uses HTTP Basic if the issuer lists it or lists no method (OIDC Core 9), else form fields. */
function createClientAuth(clientSecret: string): ClientAuth {
  const post = ClientSecretPost(clientSecret);
  const basic = ClientSecretBasic(clientSecret);
  return (server, client, body, headers) => {
    const known = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = known.includes("client_secret_basic") ? basic : post;
    authenticate(server, client, body, headers);
  };
}
