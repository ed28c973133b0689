import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { systemClock } from "@linedesk/base";
import { AuthError } from "./auth-codes.ts";
import { AuthCookies } from "./auth-cookies.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { createAuthGuard } from "./auth-guard.ts";
import type { Auth, AuthHandler, AuthHandlerDeps } from "./auth-handler.ts";
import { CsrfTokens } from "./csrf.ts";
import { ForeignChanges } from "./foreign-changes.ts";
import { logBrowserEntry } from "./log-browser-entry.ts";
import { getErrorPage, getNoticePage, getSignInPage, getStyle } from "./page-handlers.ts";
import { postSignOut } from "./post-sign-out.ts";
import { getCsrf, getSession, updateSession } from "./session-handlers.ts";
import { Sessions } from "./sessions.ts";
import {
  getCallback,
  getProviders,
  postCallback,
  postSignIn,
  postUnknownProvider,
  PROVIDER,
} from "./sign-in-handlers.ts";
import { AUTH_BASE } from "./sign-in-page.ts";
import { SignIn } from "./sign-in.ts";

/**
 * The limit of attempts per address and minute. It is enough for all seats of a studio, which share
 * one address.
 */
const ATTEMPTS_PER_MINUTE = 60;
const LOG_ENTRIES_PER_MINUTE = 30;
const LOG_BODY_BYTES = 8 * 1024;

/**
 * Serves sign-in, sign-out and the session under `/api/auth`, by the wire contract of
 * `next-auth/react` 4. Throws `NO_SECRET` without a session secret.
 */
export function registerAuth(app: FastifyInstance, deps: AuthDeps): Auth {
  const { auth, http } = deps.config;
  if (auth.sessionSecret === "") {
    throw new AuthError("NO_SECRET");
  }
  const limits = { idleMs: auth.sessionIdleMs, absoluteMs: auth.sessionMaxMs };
  const sessions = new Sessions({ store: deps.store, limits, now: deps.now });
  const csrf = new CsrfTokens(auth.sessionSecret);
  const cookies = new AuthCookies(http);
  const guard = createAuthGuard({ http, sessions, csrf, cookies });
  app.foreignChanges = new ForeignChanges({
    guard,
    noteForeignChange: (...change) => deps.noteForeignChange(...change),
    log: deps.log,
    clock: systemClock,
  });
  const parts: AuthHandlerDeps = {
    deps,
    sessions,
    csrf,
    cookies,
    guard,
    signIn: new SignIn(deps, sessions),
  };
  void app.register(
    (routes, _options, done) => {
      addRoutes(routes, parts);
      done();
    },
    { prefix: AUTH_BASE },
  );
  return { guard, sessions };
}

function addRoutes(app: FastifyInstance, parts: AuthHandlerDeps): void {
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "private, no-cache, no-store");
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const limited = { config: { rateLimit: { max: ATTEMPTS_PER_MINUTE, timeWindow: 60_000 } } };

  app.get("/session", getSession(parts));
  app.post("/session", updateSession(parts));
  app.get("/csrf", getCsrf(parts));
  app.get("/providers", getProviders(parts));
  app.get("/signin", getSignInPage(parts));
  // A typed or bookmarked address can name another provider. There is only one sign-in page.
  app.get("/signin/*", async (_request, reply) => reply.redirect(`${AUTH_BASE}/signin`));
  app.get("/error", getErrorPage(parts));
  app.get("/notice", getNoticePage(parts));
  app.get("/style.css", getStyle);
  app.post(`/signin/${PROVIDER}`, limited, postSignIn(parts));
  app.post("/signin/*", limited, postUnknownProvider(parts));
  app.get(`/callback/${PROVIDER}`, limited, getCallback(parts));
  app.post(`/callback/${PROVIDER}`, limited, postCallback(parts));
  app.post("/signout", limited, postSignOut(parts));
  app.post("/_log", logLimits, postLog(parts));
  app.all("/", missingAction);
}

const logLimits = {
  bodyLimit: LOG_BODY_BYTES,
  config: { rateLimit: { max: LOG_ENTRIES_PER_MINUTE, timeWindow: 60_000 } },
};

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof AuthError)) {
    throw error;
  }
  request.log.info({ code: error.code }, "sign-in request refused");
  const { code, message } = error;
  const url = `${AUTH_BASE}/error?error=${code}`;
  return reply.status(error.status).send({ code, message, url });
}

const missingAction: AuthHandler = async () => {
  throw new AuthError("MISSING_NEXTAUTH_API_ROUTE_ERROR");
};

function postLog({ deps }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    logBrowserEntry(deps.log, request.body);
    return reply.send({});
  };
}
