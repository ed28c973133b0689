import type { GroupsGap, RequestSource } from "../people/people.ts";
import { describeFailure, readIssuerWords, type SignInProblem } from "./auth-codes.ts";
import { type AuthDeps, resolveIssuer } from "./auth-deps.ts";
import { nameDiscoveryFailure, nameFailure, nameRefusal } from "./name-failure.ts";
import { type IssuedPerson, OidcClient, type SignInParams } from "./oidc-client.ts";
import { readPerson, wantedClaims } from "./read-person.ts";
import type { Sessions, StartedSession } from "./sessions.ts";
import { SignInTickets } from "./sign-in-ticket.ts";

export type SignInStart =
  | { status: "begun"; url: string; state: string; ticket: string }
  | { status: "failed"; problem: SignInProblem };

/** The issuer left groups out, or did not verify the address that `OWNER_EMAIL` names. */
export type SignInNotice = GroupsGap | "owner_unverified";

export type SignInResult =
  | {
      status: "signed_in";
      session: StartedSession;
      callbackUrl: string;
      /** The reason why the person may lack a role; `null` without one. */
      notice: SignInNotice | null;
    }
  /** The callback has no ticket, but the browser has a session. */
  | { status: "had_session" }
  | { status: "failed"; problem: SignInProblem };

export interface CallbackRequest {
  ticket: string | undefined;
  params: URLSearchParams;
  userAgent: string | null;
  source: RequestSource;
  earlierToken: string | undefined;
}

export const CALLBACK_PATH = "/api/auth/callback/sso";

export class SignIn {
  readonly #deps: AuthDeps;
  readonly #sessions: Sessions;
  readonly tickets: SignInTickets;
  readonly oidc: OidcClient;

  constructor(deps: AuthDeps, sessions: Sessions) {
    const { auth } = deps.config;
    this.#deps = deps;
    this.#sessions = sessions;
    this.tickets = new SignInTickets(auth.sessionSecret, deps.now);
    this.oidc = new OidcClient({
      issuer: resolveIssuer(deps.config),
      clientId: auth.clientId,
      clientSecret: auth.clientSecret,
      scope: auth.scope,
      embeddedIssuerOrigin: deps.embeddedIssuerOrigin,
      wantedClaims: wantedClaims(auth.groupsClaim),
      groupsClaim: auth.groupsClaim,
      now: deps.now,
      onRenewalFailed: (err) =>
        deps.log.warn({ failure: describeFailure(err) }, "issuer discovery renewal failed"),
      onClaimsFailed: (err) =>
        deps.log.warn({ failure: describeFailure(err) }, "issuer claims request failed"),
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
      const ticket = this.tickets.seal({ ...rest, callbackUrl, origin, startedAt });
      return { status: "begun", url, state: rest.state, ticket };
    } catch (err) {
      const problem = nameDiscoveryFailure(err);
      this.#deps.log.error({ problem, failure: describeFailure(err) }, "issuer discovery failed");
      return { status: "failed", problem };
    }
  }

  /** Completes a sign-in. Ends the browser's earlier session and starts one with a new token. */
  async finish(back: CallbackRequest): Promise<SignInResult> {
    const { source } = back;
    const refusal = back.params.get("error");
    if (refusal !== null) {
      const pii = readIssuerWords(back.params.get("error_description"));
      this.#deps.log.info(
        { ...source, refusal: refusal.slice(0, 60), pii },
        "issuer refused sign-in",
      );
      return { status: "failed", problem: nameRefusal(refusal) };
    }
    const ticket = this.tickets.open(back.ticket);
    if (ticket === null) {
      if ((await this.#sessions.find(back.earlierToken)) !== null) {
        return { status: "had_session" };
      }
      this.#deps.log.info({ ...source, problem: "Expired" }, "sign-in refused");
      return { status: "failed", problem: "Expired" };
    }
    try {
      const currentUrl = new URL(`${ticket.origin}${CALLBACK_PATH}?${back.params.toString()}`);
      const issued = await this.oidc.handleCallback(currentUrl, ticket);
      const person = this.#readPerson(issued);
      const user = await this.#deps.findOrCreateUser(person, source);
      if (user === null) {
        this.#deps.log.warn({ ...source, problem: "AccessDenied" }, "sign-in refused");
        return { status: "failed", problem: "AccessDenied" };
      }
      const groupsGap = this.#usesGroups ? person.groupsGap : null;
      const notice = groupsGap ?? this.#findUnverifiedOwner(issued, user);
      if (notice === "owner_unverified") {
        this.#deps.log.warn({ ...source, user: user.id }, "sign-in owner address unverified");
      }
      if (groupsGap !== null) {
        this.#deps.log.warn({ ...source, user: user.id, groupsGap }, "sign-in groups ignored");
      }
      await this.#sessions.end(back.earlierToken);
      const idTokenHint = this.#deps.endsIssuerSession ? issued.idToken : null;
      const about = { idTokenHint, userAgent: back.userAgent };
      const session = await this.#sessions.start(user.id, about);
      this.#deps.log.info({ ...source, user: user.id }, "session started");
      return { status: "signed_in", session, callbackUrl: ticket.callbackUrl, notice };
    } catch (err) {
      const problem = nameFailure(err);
      const described = err instanceof Error && "error_description" in err ? err : null;
      const pii = readIssuerWords(described?.error_description);
      const failure = describeFailure(err);
      this.#deps.log.warn({ ...source, problem, failure, pii }, "sign-in failed");
      return { status: "failed", problem };
    }
  }

  #findUnverifiedOwner(
    { claims }: IssuedPerson,
    user: { email: string | null },
  ): "owner_unverified" | null {
    const { ownerEmail } = this.#deps.config.auth;
    const named = [claims["email"], claims["preferred_username"], claims["upn"]];
    const isNamed = named.some(
      (one) => typeof one === "string" && one.toLowerCase() === ownerEmail?.toLowerCase(),
    );
    return isNamed && user.email === null ? "owner_unverified" : null;
  }

  get #usesGroups(): boolean {
    return (this.#deps.config.auth.groupRoles ?? "").trim() !== "";
  }

  #readPerson({ claims, groupsGap }: IssuedPerson) {
    const { config } = this.#deps;
    const { groupsClaim, emailsVerified } = config.auth;
    const issuer = resolveIssuer(config);
    return readPerson(claims, { issuer, groupsClaim, groupsGap, emailsVerified });
  }
}
