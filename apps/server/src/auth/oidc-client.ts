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
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  type DiscoveryRequestOptions,
} from "openid-client";

export interface OidcOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** See `AuthDeps.embeddedIssuerOrigin`. */
  embeddedIssuerOrigin: string | null;
}

export interface AuthorizationRequest {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

export interface AuthenticationResult {
  idToken: string | null;
  claims: Record<string, unknown>;
}

const REQUEST_TIMEOUT_SECONDS = 5;
const RETRY_AFTER_MS = 300;

/** The one file that knows the OpenID Connect library. */
export class OidcClient {
  readonly #options: OidcOptions;
  #configuration: Promise<Configuration> | null = null;

  constructor(options: OidcOptions) {
    this.#options = options;
  }

  /** Where the browser goes to sign in; throws when the issuer cannot be reached. */
  async createAuthorizationRequest(
    origin: string,
    redirectUri: string,
  ): Promise<AuthorizationRequest> {
    const configuration = await this.#discover();
    const state = randomState();
    const nonce = randomNonce();
    const verifier = randomPKCECodeVerifier();
    const url = buildAuthorizationUrl(configuration, {
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
   * Exchanges the code; throws unless state, nonce, verifier, issuer and signature are right
   * [AU30].
   */
  async handleCallback(
    currentUrl: URL,
    { state, nonce, verifier }: Omit<AuthorizationRequest, "url">,
  ): Promise<AuthenticationResult> {
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
    const needsMore = claims["name"] === undefined || claims["email"] === undefined;
    const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more =
      needsMore && canAsk
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
    return { idToken: tokens.id_token ?? null, claims: { ...more, ...claims } };
  }

  /**
   * Where the browser goes to end the issuer's own session; null when the issuer has no such place.
   */
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

  /** The embedded issuer stands on our own origin, under whatever name the browser knows it. */
  #toBrowserUrl(origin: string, url: URL): string {
    if (this.#options.embeddedIssuerOrigin === null) {
      return url.href;
    }
    return `${origin}${url.pathname}${url.search}`;
  }

  /** Asks the issuer once and remembers what it said; what failed is asked again the next time. */
  #discover(): Promise<Configuration> {
    this.#configuration ??= this.#discoverWithRetry().catch((error: unknown) => {
      this.#configuration = null;
      throw error;
    });
    return this.#configuration;
  }

  async #discoverWithRetry(): Promise<Configuration> {
    try {
      return await this.#discoverOnce();
    } catch {
      // The issuer may have been starting; the second failure is the one that is told.
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      return this.#discoverOnce();
    }
  }

  #discoverOnce(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, embeddedIssuerOrigin } = this.#options;
    const isPlain = issuer.startsWith("http:") || embeddedIssuerOrigin !== null;
    const options: DiscoveryRequestOptions = {
      timeout: REQUEST_TIMEOUT_SECONDS,
      execute: isPlain ? [allowInsecureRequests] : [],
      ...(embeddedIssuerOrigin === null
        ? {}
        : { [customFetch]: fetchThroughInternalOrigin(issuer, embeddedIssuerOrigin) }),
    };
    return discovery(new URL(issuer), clientId, undefined, createClientAuth(clientSecret), options);
  }
}

/** Sends the issuer's requests through the door inside. */
function fetchThroughInternalOrigin(issuer: string, inside: string): CustomFetch {
  return (url, options) => {
    const { origin } = new URL(issuer);
    const target = url.startsWith(`${origin}/`) ? `${inside}${url.slice(origin.length)}` : url;
    return fetch(target, options as RequestInit);
  };
}

/** In the way that the issuer says it takes; in the header when it says nothing (OIDC Core 9). */
function createClientAuth(clientSecret: string): ClientAuth {
  const post = ClientSecretPost(clientSecret);
  const basic = ClientSecretBasic(clientSecret);
  return (server, client, body, headers) => {
    const known = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = known.includes("client_secret_basic") ? basic : post;
    authenticate(server, client, body, headers);
  };
}
