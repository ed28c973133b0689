import { escapeHtml } from "@linedesk/base";
import { authCodes } from "./auth-codes.ts";

export const AUTH_BASE = "/api/auth";
const authStylePath = `${AUTH_BASE}/style.css`;

/** For the pages only: nothing but their own stylesheet and forms to ourselves. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${authStylePath}">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

const problemMessages: Record<string, string> = {
  SessionRequired: "Please sign in to continue.",
  OAuthSignin: "The sign-in service does not answer. Try again in a moment.",
  OAuthCallback: "Sign-in did not finish. Try again.",
  Callback: "Sign-in did not finish. Try again.",
  Cancelled: "Sign-in was cancelled. Try again, or ask an administrator if you did not cancel it.",
  AccessDenied: "This account may not use this station console. Ask an administrator.",
  Configuration: "Sign-in is not set up as it should be. Ask an administrator.",
  Csrf: "The page was open for too long. Try again.",
  INVALID_CALLBACK_URL_ERROR: authCodes.INVALID_CALLBACK_URL_ERROR.message,
};

const UNKNOWN_WORDS = "Sign-in did not finish. Try again.";

/** Codes come in by the address, so only short plain words are shown. */
function isCode(code: string): boolean {
  return /^\w{1,60}$/.test(code);
}

function problemLine(code: string | undefined): string {
  if (code === undefined || code === "") {
    return "";
  }
  const text = Object.hasOwn(problemMessages, code) ? problemMessages[code] : UNKNOWN_WORDS;
  const shown = code === "SessionRequired" || !isCode(code) ? "" : ` <code>(${code})</code>`;
  const look = code === "SessionRequired" ? "request" : "problem";
  return `<p class="${look}" role="alert">${escapeHtml(text ?? UNKNOWN_WORDS)}${shown}</p>\n`;
}

export interface SignInPage {
  csrfToken: string;
  callbackUrl: string;
  error: string | undefined;
  supportPhone: string | null;
}

/** Seen after signing out and on errors: one button. */
export function signInPage(options: SignInPage): string {
  const { pathname } = new URL(options.callbackUrl);
  const back =
    pathname === "/" || pathname.startsWith(AUTH_BASE)
      ? ""
      : `<p>You will come back to: ${escapeHtml(pathname)}</p>\n`;
  return page(
    "Sign in - Linedesk",
    `<h1>Station console</h1>
${problemLine(options.error)}<form method="post" action="${AUTH_BASE}/signin/sso">
<input type="hidden" name="csrfToken" value="${escapeHtml(options.csrfToken)}">
<input type="hidden" name="callbackUrl" value="${escapeHtml(options.callbackUrl)}">
<button autofocus>Continue with your station account</button>
</form>
${back}${supportLine(options.supportPhone)}`,
  );
}

export function errorPage(code: string | undefined, supportPhone: string | null): string {
  return page(
    "Sign-in did not finish - Linedesk",
    `<h1>Station console</h1>
${problemLine(code === undefined || code === "" ? "Callback" : code)}<a class="button" href="${AUTH_BASE}/signin" autofocus>Try again</a>
${supportLine(supportPhone)}`,
  );
}

/** Shown for a moment, while the browser goes on by itself. */
export function redirectPage(url: string): string {
  return page(
    "Signing in - Linedesk",
    `<h1>Station console</h1>
<a class="button" href="${escapeHtml(url)}" autofocus>Go on to sign-in</a>`,
  );
}

function supportLine(phone: string | null): string {
  return phone === null ? "" : `<p>Trouble signing in? ${escapeHtml(phone)}</p>\n`;
}
