import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";

import type { PageMonitoring } from "@linedesk/contract";
import { registerErrors } from "../platform/http/errors.ts";
import { type PageSettings, registerConsoleFiles, withTheme } from "./console-files.ts";

async function aConsole(
  settings: PageSettings | null = null,
  monitoring: PageMonitoring | null = null,
) {
  const folder = mkdtempSync(join(tmpdir(), "linedesk console "));
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "index.html"),
    '<html lang="en-AU" data-theme="light"><p>desk</p></html>',
  );
  writeFileSync(join(folder, "assets", "index-a1b2c3.js"), "1");
  writeFileSync(join(folder, "assets", "index-a1b2c3.js.br"), "as brotli");
  writeFileSync(join(folder, "assets", "index-a1b2c3.js.gz"), "as gzip");
  mkdirSync(join(folder, "sounds"));
  writeFileSync(join(folder, "sounds", "incoming.wav"), "RIFF");
  writeFileSync(join(folder, "icon.svg"), "<svg/>");
  const app = fastify();
  registerErrors(app);
  const readSettings = async () => settings;
  const findAsset = async (name: string) =>
    name === "old-a1b2c3.js" ? Buffer.from("an old file") : null;
  await registerConsoleFiles(app, { folder, readSettings, endpoints: [], findAsset, monitoring });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  return app;
}

test("[SH1] every route of the console returns the one page", async () => {
  const app = await aConsole();

  for (const url of ["/", "/2zz", "/de-DE/2zz?tab=chat", "/admin/2zz/flags", "/phone"]) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("desk");
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
});

test("[RT31] a file of another build of the console comes from the database", async () => {
  const app = await aConsole();

  const old = await app.inject({ url: "/assets/old-a1b2c3.js" });
  expect([old.statusCode, old.body]).toEqual([200, "an old file"]);
  expect(old.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect((await app.inject({ url: "/assets/none-a1b2c3.js" })).statusCode).toBe(404);
});

test("[AP5] requests for the paths of programs do not return the page", async () => {
  const app = await aConsole();

  for (const url of ["/api/none", "/assets/gone-a1.js", "/sounds/none.mp3", "/sso/none"]) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  for (const url of ["/robots.txt", "/2zz/main.JS?v=1", "/2zz/favicon.ico", "/site.webmanifest"]) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["content-type"]).not.toContain("html");
  }
  expect((await app.inject({ url: "/2zz", method: "POST" })).statusCode).toBe(404);
  expect((await app.inject({ url: "/../../../etc/passwd" })).body).not.toContain("root:");
});

test.each(["/_vercel/insights/script.js", "/_vercel/insights/script.js?x=1", "/_vercel/insights"])(
  "[MN6] %s does not return the page",
  async (url) => {
    const app = await aConsole();

    const answer = await app.inject({ url });

    expect(answer.statusCode).toBe(404);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(answer.body).not.toContain("<");
  },
);

test("[AP28] a file is sent as the build has compressed it, and is cached permanently", async () => {
  const app = await aConsole();
  function ask(accepted: string) {
    return app.inject({
      url: "/assets/index-a1b2c3.js",
      headers: { "accept-encoding": accepted },
    });
  }

  const answers = [await ask("gzip, deflate, br"), await ask("gzip"), await ask("identity")];

  expect(answers.map(({ body }) => body)).toEqual(["as brotli", "as gzip", "1"]);
  expect(answers.map(({ headers }) => headers["content-encoding"])).toEqual([
    "br",
    "gzip",
    undefined,
  ]);
  for (const { headers } of answers) {
    expect(headers["content-type"]).toMatch("javascript");
    expect(headers["vary"]).toBe("accept-encoding");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
});

test("[AP28] hashed files are cached permanently, sounds for a day, others are revalidated", async () => {
  const app = await aConsole();

  const hashed = await app.inject({ url: "/assets/index-a1b2c3.js" });
  const plain = await app.inject({ url: "/icon.svg" });
  const sound = await app.inject({ url: "/sounds/incoming.wav" });

  expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(plain.headers["cache-control"]).toBe("no-cache");
  expect(sound.headers["cache-control"]).toBe("public, max-age=86400");
});

test("[ST16] the page contains the theme of the signed-in person", async () => {
  const app = await aConsole({ theme: "dark", locale: "en-AU" });

  expect((await app.inject({ url: "/" })).body).toContain(
    '<html lang="en-AU" dir="ltr" data-theme="dark">',
  );
});

test("[MN1] [MN6] the page contains the monitoring settings as safe text, and none by default", async () => {
  const monitoring = {
    release: `1.0 "<script>&'`,
    environment: "test",
    errors: null,
    analytics: null,
    siteAnalytics: { script: "/_vercel/insights/script.js" },
  };
  const app = await aConsole(null, monitoring);

  const page = (await app.inject({ url: "/2zz" })).body;

  const [, attribute = ""] = /data-monitoring="([^"]*)"/.exec(page) ?? [];
  const read = attribute
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  expect(JSON.parse(read)).toEqual(monitoring);
  expect(page).not.toContain("<script>");
  expect((await (await aConsole()).inject({ url: "/2zz" })).body).not.toContain("monitoring");
});

test("[LG1] the page has the language of its address before any script runs", async () => {
  const app = await aConsole();

  for (const [url, language] of [
    ["/2zz", "en-AU"],
    ["/en-NZ/2zz", "en-AU"],
    ["/de/2zz?tab=chat", "de"],
    ["/de-AT", "de"],
  ] as const) {
    expect((await app.inject({ url })).body).toContain(`lang="${language}" dir="ltr"`);
  }
});

test("[ST31] an address without a locale leads to the chosen language, and an address with a locale stays", async () => {
  const german = await aConsole({ theme: "light", locale: "de" });
  const english = await aConsole({ theme: "light", locale: "en-AU" });
  async function ask(app: typeof german, url: string) {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, headers["location"]];
  }

  expect(await ask(german, "/2zz?panels=chat")).toEqual([302, "/de/2zz?panels=chat"]);
  expect(await ask(german, "/")).toEqual([302, "/de"]);
  for (const url of ["/de/2zz", "/en-AU/2zz", "/en-NZ"]) {
    expect(await ask(german, url)).toEqual([200, undefined]);
  }
  for (const url of ["/2zz", "/de/2zz"]) {
    expect(await ask(english, url)).toEqual([200, undefined]);
  }
  expect((await german.inject({ url: "//evil.example/x" })).headers["location"]).toBeUndefined();
});

test("[ST16] a page without a theme gets one, and without a person the page stays unchanged", () => {
  expect(withTheme("<html><body>", "system")).toBe('<html data-theme="system"><body>');
  expect(withTheme('<html data-theme="light">', null)).toBe('<html data-theme="light">');
});

test("the icon that browsers request by default is the console's", async () => {
  const app = await aConsole();

  const answer = await app.inject({ url: "/favicon.ico" });

  expect([answer.statusCode, answer.headers["location"]]).toEqual([302, "/favicon.svg"]);
});
