import { escapeHtml } from "@linedesk/base";
import type { Person } from "./people.ts";

export interface Page {
  title: string;
  main: string;
  stylesheet: string;
}

/** The logo of the console, because the issuer's pages appear as a part of the console. */
const BRAND = `<p class="brand"><svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1d4ed8"/><path d="M8 11h16M8 21h10" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>Linedesk</p>`;

function page({ title, main, stylesheet }: Page): string {
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(stylesheet)}">
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

/** Returns the page on which the demonstration person is chosen. */
export function choicePage(options: {
  people: readonly Person[];
  action: string;
  stylesheet: string;
}): string {
  const buttons = options.people.map(personButton).join("\n");
  return page({
    title: "Linedesk demonstration sign-in",
    stylesheet: options.stylesheet,
    main: `<h1>Linedesk demonstration sign-in</h1>
<p>Choose who you are.</p>
<form method="post" action="${escapeHtml(options.action)}">
${buttons}
</form>
<p class="quiet">No password is asked for. A real station signs in with its own accounts.</p>`,
  });
}

function personButton({ sub, name, role }: Person, index: number): string {
  const focus = index === 0 ? " autofocus" : "";
  return `<button name="person" value="${escapeHtml(sub)}"${focus}><span class="name">${escapeHtml(name)}</span> <span class="role">${escapeHtml(role)}</span><span class="initial" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span></button>`;
}

/** Returns the page of a failed sign-in, with the reason, and a code for support. */
export function problemPage(options: { words: string; code: string; stylesheet: string }): string {
  return page({
    title: "Sign-in did not finish",
    stylesheet: options.stylesheet,
    main: `<h1>Sign-in did not finish</h1>
<p class="problem">${escapeHtml(options.words)}</p>
<p><a class="button" href="/">Back to the console</a></p>
<p class="quiet"><code>${escapeHtml(options.code)}</code></p>`,
  });
}

/**
 * Returns the page that asks for confirmation before the issuer's own session ends. `form` is the
 * provider's HTML, inserted unchanged.
 */
export function signOutPage(options: { form: string; stylesheet: string }): string {
  return page({
    title: "Sign out",
    stylesheet: options.stylesheet,
    main: `<h1>Sign out?</h1>
<p>This ends your demonstration sign-in.</p>
${options.form}
<button form="op.logoutForm" name="logout" value="yes" autofocus class="button">Sign out</button>`,
  });
}

export function signedOutPage(stylesheet: string): string {
  return page({
    title: "Signed out",
    stylesheet,
    main: `<h1>You are signed out</h1>
<p><a class="button" href="/">Back to the console</a></p>`,
  });
}
