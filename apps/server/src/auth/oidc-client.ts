import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
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
  Configuration,
  type CustomFetch,
  type DiscoveryRequestOptions,
} from "openid-client";

import { isSecureOrLoopback } from "../config/is-loopback.ts";
import type { GroupsGap } from "../people/people.ts";
import { fetchGroups, isNamedElsewhere } from "./fetch-groups.ts";
import { InsecureIssuerError } from "./insecure-issuer-error.ts";
import { failureCode } from "./name-failure.ts";
import { readClaim } from "./read-person.ts";
import { UserInfoError } from "./user-info-error.ts";

export interface OidcOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  embeddedIssuerOrigin: string | null;
  wantedClaims: readonly string[];
  groupsClaim: string;
  now: () => number;
  onRenewalFailed: (error: unknown) => void;
  /** Is called when the issuer does not answer a request for claims that the ID token omits. */
  onClaimsFailed: (error: unknown) => void;
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

type Claims = Record<string, unknown>;

export interface IssuedPerson {
  idToken: string | null;
  claims: Claims;
  /** The reason why the groups are not known; `null` when the claims have all groups. */
  groupsGap: GroupsGap | null;
}

const REQUEST_TIMEOUT_SECONDS = 5;
/** The clocks of issuer and station may differ by this much. */
const tolerance = { [clockTolerance]: 120 };
const RETRY_AFTER_MS = 300;
/**
 * After this time, the client reads the issuer's endpoints and keys again, because they can change.
 */
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
   * Exchanges the code for tokens. Throws unless state, nonce, verifier, issuer and signature are
   * correct [AU30].
   */
  async handleCallback(
    currentUrl: URL,
    { state, nonce, verifier }: Omit<AuthorizationRequest, "url">,
  ): Promise<IssuedPerson> {
    const configuration = this.#withNewKeys(await this.#discover());
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
    const { more, isAnswered } = await this.#askUserInfo(configuration, tokens, claims);
    const { groupsClaim } = this.#options;
    const merged: Claims = mergeClaims(more, claims);
    const [groupsOfToken, groupsOfMore] = [claims, more].map((of) => readClaim(of, groupsClaim));
    // The userinfo answer, like the ID token, can refer to another endpoint for the groups.
    const naming = isNamedElsewhere(claims, groupsClaim) ? claims : more;
    const isElsewhere =
      isNamedElsewhere(naming, groupsClaim) && (naming === claims || groupsOfToken === undefined);
    const idToken = tokens.id_token ?? null;
    if (!isElsewhere || (groupsOfMore !== undefined && !isNamedElsewhere(more, groupsClaim))) {
      const groups = isElsewhere ? groupsOfMore : (groupsOfToken ?? groupsOfMore);
      const isUnknown = groups === undefined && !isAnswered;
      const groupsGap = isUnknown ? "unanswered" : null;
      return { idToken, claims: { ...merged, [groupsClaim]: groups }, groupsGap };
    }
    const groups = await this.#askGroups(naming, tokens.access_token);
    const groupsGap = groups === undefined ? "elsewhere" : null;
    return { idToken, claims: { ...merged, [groupsClaim]: groups }, groupsGap };
  }

  /**
   * Requests the claims that the ID token omits. A failed request stops the sign-in, unless only
   * the groups are missing.
   */
  async #askUserInfo(
    configuration: Configuration,
    { access_token }: { access_token: string },
    claims: Claims & { sub: string },
  ): Promise<{ more: Claims; isAnswered: boolean }> {
    const missing = this.#options.wantedClaims.filter(
      (name) => readClaim(claims, name) === undefined,
    );
    const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
    if (missing.length === 0 || !canAsk) {
      return { more: {}, isAnswered: true };
    }
    try {
      const more = await fetchUserInfo(configuration, access_token, claims.sub);
      return { more, isAnswered: true };
    } catch (error) {
      if (missing.some((name) => name !== this.#options.groupsClaim)) {
        throw new UserInfoError(error);
      }
      this.#options.onClaimsFailed(error);
      return { more: {}, isAnswered: false };
    }
  }

  async #askGroups(claims: Claims, accessToken: string): Promise<unknown> {
    try {
      return await fetchGroups(claims, this.#options.groupsClaim, accessToken);
    } catch (error) {
      this.#options.onClaimsFailed(error);
      return undefined;
    }
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

  /**
   * Moves a URL of the embedded issuer to our own origin, with the host name that the browser uses.
   */
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

  /** Accepts an issuer whose name differs from the setting only by a slash at the end. */
  async #discoverOnce(): Promise<Configuration> {
    const { issuer } = this.#options;
    try {
      return await this.#discoverAs(issuer);
    } catch (error) {
      if (failureCode(error) !== NAMED_OTHERWISE) {
        throw error;
      }
      const other = issuer.endsWith("/") ? issuer.slice(0, -1) : `${issuer}/`;
      return this.#discoverAs(other);
    }
  }

  async #discoverAs(issuer: string): Promise<Configuration> {
    const { clientId, clientSecret, embeddedIssuerOrigin } = this.#options;
    const options: DiscoveryRequestOptions = {
      timeout: REQUEST_TIMEOUT_SECONDS,
      execute: this.#listChecks(),
      [customFetch]: fetchSafely(issuer, embeddedIssuerOrigin),
    };
    const auth = createClientAuth(clientSecret);
    const found = await discovery(new URL(issuer), clientId, tolerance, auth, options);
    if (embeddedIssuerOrigin === null) {
      assertSafeForBrowsers(found);
    }
    return found;
  }

  #listChecks(): ((configuration: Configuration) => void)[] {
    const { issuer, embeddedIssuerOrigin } = this.#options;
    const isPlain = issuer.startsWith("http:") || embeddedIssuerOrigin !== null;
    // Without `enableNonRepudiationChecks`, the client would not verify tokens that it receives
    // over TLS.
    return [...(isPlain ? [allowInsecureRequests] : []), enableNonRepudiationChecks];
  }

  /**
   * Returns a configuration that reads the issuer's keys again. A known configuration caches the
   * keys for minutes. If the issuer changed its keys (OpenID Connect Core 10.1.1), nobody could
   * sign in during these minutes.
   */
  #withNewKeys(known: Configuration): Configuration {
    const { issuer, clientId, clientSecret, embeddedIssuerOrigin } = this.#options;
    const server = known.serverMetadata();
    // A multi-tenant issuer has a placeholder in its name. Only a configuration that comes from
    // `discovery` can compare such a name with the name in a token.
    if (server.issuer.includes("{")) {
      return known;
    }
    const auth = createClientAuth(clientSecret);
    const renewed = new Configuration(server, clientId, tolerance, auth);
    renewed.timeout = REQUEST_TIMEOUT_SECONDS;
    renewed[customFetch] = fetchSafely(issuer, embeddedIssuerOrigin);
    this.#listChecks().forEach((check) => check(renewed));
    return renewed;
  }
}

const NAMED_OTHERWISE = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";

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

/**
 * Throws for an issuer that would send browsers to an address with plain HTTP. Even an issuer on
 * this machine could do so.
 */
function assertSafeForBrowsers(configuration: Configuration): void {
  const { authorization_endpoint, end_session_endpoint } = configuration.serverMetadata();
  for (const url of [authorization_endpoint, end_session_endpoint]) {
    if (url !== undefined && !isSecureOrLoopback(url)) {
      throw new InsecureIssuerError(url);
    }
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
