import { expect, test } from "vitest";

import { useAuthStations } from "../support/auth-stations.ts";

const { aBrowser, anotherStation, station } = await useAuthStations();

test("[EW4] the sign-in page has one button, gives the reason, and works without script", async () => {
  const browser = aBrowser();
  const page = await browser.fetch("/api/auth/signin?error=SessionRequired&callbackUrl=/2zz");
  const html = await page.text();
  const csrfToken = /name="csrfToken" value="(\w+)"/.exec(html)?.[1] ?? "";
  const callbackUrl = /name="callbackUrl" value="([^"]+)"/.exec(html)?.[1] ?? "";

  const body = new URLSearchParams({ csrfToken, callbackUrl });
  const leaving = await browser.fetch("/api/auth/signin/sso", { method: "POST", body });
  const url = leaving.headers.get("refresh")?.replace("0;url=", "") ?? "";
  const back = await browser.chooseAt(url, "Alice");

  expect(html).toContain("Please sign in to continue.");
  expect(html).toContain("You will come back to: /2zz");
  expect(html).toContain("Trouble signing in? 02 7010 1234");
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script|<style|style=/);
  expect(page.headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  expect(back.url).toBe(`${station.origin}/2zz`);
});

test("[AU13] [EW4] the error page has a text and the code, and no markup from the address", async () => {
  const browser = aBrowser();

  const known = await (await browser.fetch("/api/auth/error?error=OAuthCallback")).text();
  const none = await (await browser.fetch("/api/auth/error")).text();
  const evil = await (
    await browser.fetch("/api/auth/error?error=<img src=x>&callbackUrl=https://evil.example")
  ).text();

  expect(known).toContain("Sign-in did not finish. Try again. <code>(OAuthCallback)</code>");
  expect(none).toContain("Sign-in did not finish.");
  expect(evil).not.toMatch(/<img|evil\.example/);
});

test("[AU64] the sign-in pages have the console's mark, and its typeface from its build", async () => {
  const browser = aBrowser();
  for (const path of ["/api/auth/signin", "/api/auth/error"]) {
    const html = await (await browser.fetch(path)).text();
    expect(html).toMatch(/<p class="brand"><svg [^>]+>.*<\/svg>Linedesk<\/p>/);
  }
  const style = await (await browser.fetch("/api/auth/style.css")).text();
  expect(style).toContain('src: url("/fonts/inter.woff2")');
});

test("[LG5] the pages are in the language of the page that they lead back to, or else the browser's", async () => {
  const browser = aBrowser();
  async function read(path: string, accepted = "en-AU") {
    const headers = { "accept-language": accepted };
    return (await browser.fetch(`/api/auth/${path}`, { headers })).text();
  }

  const german = await read("signin?error=SessionRequired&callbackUrl=/de/2zz");
  const english = await read("signin?callbackUrl=/2zz", "de-DE,de;q=0.9,en;q=0.8");
  const failed = await read("error?error=OAuthCallback", "fr-FR,de-DE;q=0.9,en;q=0.8");
  const unknown = await read("error?error=OAuthCallback", "fr-FR");

  expect(german).toContain('<html lang="de" dir="ltr">');
  expect(german).toContain("Bitte melden Sie sich an, um fortzufahren.");
  expect(german).toContain("Danach kommen Sie zurück zu: /de/2zz");
  expect(german).toContain("Weiter mit Ihrem Senderkonto");
  expect(english).toContain('<html lang="en-AU" dir="ltr">');
  expect(english).toContain("You will come back to: /2zz");
  expect(failed).toContain("Die Anmeldung wurde nicht abgeschlossen.");
  expect(unknown).toContain("Sign-in did not finish. Try again.");
});

test("[AU13] the address of an unknown provider opens the sign-in page in a browser", async () => {
  const answer = await aBrowser().fetch("/api/auth/signin/github", { redirect: "manual" });

  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/api/auth/signin");
});

test("[AU16] the auth base path without an action returns 404 with the client's error code", async () => {
  const answer = await aBrowser().fetch("/api/auth");

  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "MISSING_NEXTAUTH_API_ROUTE_ERROR" });
});

test("[AU4] the browser's log entries are accepted, refused when they are too long, and limited in number", async () => {
  const own = await anotherStation({});
  function log(payload: string) {
    return own.app.inject({
      method: "POST",
      url: "/api/auth/_log",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload,
    });
  }

  const good = await log("level=error&code=CLIENT_FETCH_ERROR&client=true");
  const big = await log(`message=${"x".repeat(9_000)}`);
  const statuses: number[] = [];
  for (let entry = 0; entry < 30; entry += 1) {
    statuses.push((await log("level=x")).statusCode);
  }

  expect(good.statusCode).toBe(200);
  expect(good.json()).toEqual({});
  expect(big.statusCode).toBe(413);
  expect(statuses.at(-1)).toBe(429);
});

test("[AU74] a request with too large cookies is answered 431, with words in both languages", async () => {
  const headers = { cookie: `other=${"x".repeat(20_000)}` };

  const answer = await fetch(`${station.origin}/api/auth/signin`, { headers });

  expect(answer.status).toBe(431);
  const html = await answer.text();
  expect(html).toContain("Delete the cookies of this address");
  expect(html).toContain("Löschen Sie die Cookies dieser Adresse");
});
