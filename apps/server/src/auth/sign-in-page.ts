import { escapeHtml } from "@linedesk/base";
import { type Language, languages } from "@linedesk/contract";
import { signInWords } from "./sign-in-words.ts";

export const AUTH_BASE = "/api/auth";
const authStylePath = `${AUTH_BASE}/style.css`;

/** The pages may use only their own stylesheet, and send forms only to us. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** The mark of the console's own pages, as in `favicon.svg`. */
const BRAND = `<p class="brand"><svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1d4ed8"/><path d="M8 11h16M8 21h10" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>Linedesk</p>`;

function page(language: Language, title: string, main: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${authStylePath}">
</head>
<body>
<main>
${BRAND}
${main}
</main>
</body>
</html>
`;
}

/** A code comes from the page's URL, so only a short plain word is accepted. */
function isCode(code: string): boolean {
  return /^\w{1,60}$/.test(code);
}

function problemLine(language: Language, code: string | undefined): string {
  if (code === undefined || code === "") {
    return "";
  }
  const { problems, unknownProblem } = signInWords[language];
  const text = Object.hasOwn(problems, code) ? problems[code] : unknownProblem;
  const shown = code === "SessionRequired" || !isCode(code) ? "" : ` <code>(${code})</code>`;
  const look = code === "SessionRequired" ? "request" : "problem";
  return `<p class="${look}" role="alert">${escapeHtml(text ?? unknownProblem)}${shown}</p>\n`;
}

export interface SignInPage {
  csrfToken: string;
  callbackUrl: string;
  error: string | undefined;
  supportPhone: string | null;
  language: Language;
}

export function signInPage(options: SignInPage): string {
  const { language } = options;
  const t = signInWords[language];
  const { pathname } = new URL(options.callbackUrl);
  const back =
    pathname === "/" || pathname.startsWith(AUTH_BASE)
      ? ""
      : `<p>${escapeHtml(`${t.comeBack} ${pathname}`)}</p>\n`;
  return page(
    language,
    `${t.signIn} - Linedesk`,
    `<h1>${t.console}</h1>
${problemLine(language, options.error)}<form method="post" action="${AUTH_BASE}/signin/sso">
<input type="hidden" name="csrfToken" value="${escapeHtml(options.csrfToken)}">
<input type="hidden" name="callbackUrl" value="${escapeHtml(options.callbackUrl)}">
<button autofocus>${t.goOn}</button>
</form>
${back}${supportLine(language, options.supportPhone)}`,
  );
}

export function errorPage(
  code: string | undefined,
  { supportPhone, language }: Pick<SignInPage, "supportPhone" | "language">,
): string {
  const t = signInWords[language];
  return page(
    language,
    `${t.failed} - Linedesk`,
    `<h1>${t.console}</h1>
${problemLine(language, code === undefined || code === "" ? "Callback" : code)}<a class="button" href="${AUTH_BASE}/signin" autofocus>${t.retry}</a>
${supportLine(language, supportPhone)}`,
  );
}

export function noticePage(
  notice: string,
  { callbackUrl, language }: Pick<SignInPage, "callbackUrl" | "language">,
): string {
  const t = signInWords[language];
  const why = Object.hasOwn(t.gaps, notice) ? `${t.gaps[notice]} ` : "";
  return page(
    language,
    `${t.signedIn} - Linedesk`,
    `<h1>${t.signedIn}</h1>
<p class="problem" role="alert">${escapeHtml(`${why}${t.rolesStay}`)}</p>
<a class="button" href="${escapeHtml(callbackUrl)}" autofocus>${t.goToConsole}</a>`,
  );
}

export function redirectPage(url: string, language: Language): string {
  const t = signInWords[language];
  return page(
    language,
    `${t.signingIn} - Linedesk`,
    `<h1>${t.console}</h1>
<a class="button" href="${escapeHtml(url)}" autofocus>${t.goToSignIn}</a>`,
  );
}

function supportLine(language: Language, phone: string | null): string {
  return phone === null
    ? ""
    : `<p>${escapeHtml(`${signInWords[language].trouble} ${phone}`)}</p>\n`;
}
