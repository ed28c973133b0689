import { type AuthHandler, type AuthHandlerDeps, issueCsrfToken } from "./auth-handler.ts";
import { readPageLanguage, resolveCallbackUrlOrRoot } from "./callback-url.ts";
import { readFields, resolveOrigin, sendPage } from "./read-fields.ts";
import { errorPage, noticePage, signInPage } from "./sign-in-page.ts";

export function getSignInPage(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const { http, supportPhone } = parts.deps.config;
    const query = readFields(request.query);
    const callbackUrl = resolveCallbackUrlOrRoot(query.callbackUrl, resolveOrigin(request, http));
    return sendPage(
      reply,
      signInPage({
        csrfToken: issueCsrfToken(parts, request, reply),
        callbackUrl,
        error: query.csrf === undefined ? query.error : "Csrf",
        supportPhone,
        language: readPageLanguage(request, callbackUrl),
      }),
    );
  };
}

export function getErrorPage({ deps }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const { supportPhone } = deps.config;
    const language = readPageLanguage(request);
    const { error } = readFields(request.query);
    return sendPage(reply, errorPage(error, { supportPhone, language }));
  };
}

/** Shows a signed-in person why the groups changed no role. */
export function getNoticePage({ deps }: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const { http } = deps.config;
    const query = readFields(request.query);
    const callbackUrl = resolveCallbackUrlOrRoot(query.callbackUrl, resolveOrigin(request, http));
    const language = readPageLanguage(request, callbackUrl);
    return sendPage(reply, noticePage(query.notice ?? "", { callbackUrl, language }));
  };
}

export const getStyle: AuthHandler = async (_request, reply) =>
  reply.header("cache-control", "max-age=3600").type("text/css; charset=utf-8").send(AUTH_STYLE);

/**
 * The style of the sign-in pages: the console's colours, and its typeface from the console's build.
 */
const AUTH_STYLE = `@font-face {
  font-family: "Inter Variable";
  font-weight: 100 900;
  font-display: swap;
  src: url("/fonts/inter.woff2") format("woff2");
}
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f4f6, #0d0f12);
  --surface: light-dark(#ffffff, #15181c);
  --hairline: light-dark(#d9dde2, #2a2f36);
  --text: light-dark(#14181d, #eef1f4);
  --muted: light-dark(#4f5862, #a7b0b8);
  --accent: light-dark(#1d4ed8, #7ea2ff);
  --accent-hover: light-dark(#1a43bb, #94b2ff);
  --accent-text: light-dark(#ffffff, #0b1020);
  --danger: light-dark(#830d1e, #f87a90);
  --danger-tint: light-dark(#fae6e9, #331a20);
  --focus: light-dark(#1d4ed8, #9db8ff);
}
* { box-sizing: border-box; }
body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  padding: 16px;
  place-items: center;
  background: var(--page);
  color: var(--text);
  font: 400 13px/1.4 "Inter Variable", system-ui, sans-serif;
  font-feature-settings: "cv05", "ss03";
  overflow-wrap: anywhere;
  -webkit-font-smoothing: antialiased;
}
main {
  width: min(440px, 100%);
  padding: 0 24px 24px;
  border: 1px solid var(--hairline);
  border-radius: 8px;
  background: var(--surface);
}
.brand {
  display: flex;
  height: 56px;
  align-items: center;
  border-bottom: 1px solid var(--hairline);
  margin: 0 -24px 24px;
  padding: 0 24px;
  color: var(--text);
  font-size: 14px;
  font-weight: 600;
  gap: 10px;
}
h1 { margin: 0 0 16px; font-size: 24px; font-weight: 650; line-height: 1.25; }
p { margin: 12px 0 0; color: var(--muted); }
.problem, .request { margin: 0 0 16px; }
.problem {
  padding: 10px 12px;
  border-radius: 6px;
  background: var(--danger-tint);
  color: var(--danger);
  font-weight: 500;
}
button, .button {
  display: block;
  width: 100%;
  padding: 12px 16px;
  border: 0;
  border-radius: 6px;
  background: var(--accent);
  color: var(--accent-text);
  font: inherit;
  font-size: 14px;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code { font: inherit; font-size: 12px; }
@media (pointer: coarse) {
  button, .button { padding: 14px 16px; }
}
`;
