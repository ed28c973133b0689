import { describeFailure, type SignInProblem } from "./auth-codes.ts";
import { type AuthDeps, resolveIssuer } from "./auth-deps.ts";
import { OidcClient, type SignInParams } from "./oidc-client.ts";
import { readPerson, wantedClaims } from "./read-person.ts";
import type { Sessions, StartedSession } from "./sessions.ts";
import { SignInTickets } from "./sign-in-ticket.ts";

export type SignInStart =
  | { status: "begun"; url: string; ticket: string }
  | { status: "failed"; problem: SignInProblem };

export type SignInResult =
  | { status: "signed_in"; session: StartedSession; callbackUrl: string }
  | { status: "failed"; problem: SignInProblem };

export interface CallbackRequest {
  ticket: string | undefined;
  params: URLSearchParams;
  userAgent: string | null;
  earlierToken: string | undefined;
}

export const CALLBACK_PATH = "/api/auth/callback/sso";

export class SignIn {
  readonly #deps: AuthDeps;
  readonly #sessions: Sessions;
  readonly #tickets: SignInTickets;
  readonly oidc: OidcClient;

  constructor(deps: AuthDeps, sessions: Sessions) {
    const { auth } = deps.config;
    this.#deps = deps;
    this.#sessions = sessions;
    this.#tickets = new SignInTickets(auth.sessionSecret, deps.now);
    this.oidc = new OidcClient({
      issuer: resolveIssuer(deps.config),
      clientId: auth.clientId,
      clientSecret: auth.clientSecret,
      scope: auth.scope,
      embeddedIssuerOrigin: deps.embeddedIssuerOrigin,
      wantedClaims: wantedClaims(auth.groupsClaim),
      now: deps.now,
      onRenewalFailed: (err) =>
        deps.log.warn({ failure: describeFailure(err) }, "issuer discovery renewal failed"),
    });
  }

  async begin(
    origin: string,
    callbackUrl: string,
    params: SignInParams = {},
  ): Promise<SignInStart> {
    try {
      const departure = await this.oidc.createAuthorizationRequest(
        origin,
        `${origin}${CALLBACK_PATH}`,
        params,
      );
      const { url, ...rest } = departure;
      const startedAt = this.#deps.now();
      const ticket = this.#tickets.seal({ ...rest, callbackUrl, origin, startedAt });
      return { status: "begun", url, ticket };
    } catch (err) {
      this.#deps.log.error({ failure: describeFailure(err) }, "issuer unreachable");
      return { status: "failed", problem: "OAuthSignin" };
    }
  }

  /** Completes a sign-in. Ends the browser's earlier session and starts one with a new token. */
  async finish(back: CallbackRequest): Promise<SignInResult> {
    const ticket = this.#tickets.open(back.ticket);
    if (ticket === null) {
      return { status: "failed", problem: "OAuthCallback" };
    }
    const refusal = back.params.get("error");
    if (refusal !== null) {
      this.#deps.log.info({ refusal: refusal.slice(0, 60) }, "issuer refused sign-in");
      const isDenied = refusal === "access_denied";
      return { status: "failed", problem: isDenied ? "Cancelled" : "OAuthCallback" };
    }
    try {
      const currentUrl = new URL(`${ticket.origin}${CALLBACK_PATH}?${back.params.toString()}`);
      const { idToken, claims } = await this.oidc.handleCallback(currentUrl, ticket);
      const user = await this.#deps.findOrCreateUser(this.#readPerson(claims));
      if (user === null) {
        return { status: "failed", problem: "AccessDenied" };
      }
      await this.#sessions.end(back.earlierToken);
      const idTokenHint = this.#deps.endsIssuerSession ? idToken : null;
      const about = { idTokenHint, userAgent: back.userAgent };
      const session = await this.#sessions.start(user.id, about);
      return { status: "signed_in", session, callbackUrl: ticket.callbackUrl };
    } catch (err) {
      this.#deps.log.warn({ failure: describeFailure(err) }, "sign-in failed");
      return { status: "failed", problem: "OAuthCallback" };
    }
  }

  #readPerson(claims: Record<string, unknown>) {
    const { config } = this.#deps;
    const { groupsClaim, emailsVerified } = config.auth;
    return readPerson(claims, { issuer: resolveIssuer(config), groupsClaim, emailsVerified });
  }
}
