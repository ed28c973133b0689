import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { hasCode } from "@linedesk/base";
import {
  chooseLanguage,
  DEFAULT_LOCALE,
  type Endpoint,
  languages,
  type PageMonitoring,
  parseLocale,
  toLanguage,
  type UserSettings,
} from "@linedesk/contract";
import { ApiError } from "../platform/http/errors.ts";

export type PageSettings = Pick<UserSettings, "theme" | "locale">;

export interface ConsoleFilesOptions {
  /** The console's build. Without it, only the API is served. */
  folder: string;
  readSettings: (request: FastifyRequest) => Promise<PageSettings | null>;
  endpoints: readonly Endpoint[];
  /** Returns a file of another build of the console; `null` for an unknown name. */
  findAsset?: (name: string) => Promise<Buffer | null>;
  monitoring?: PageMonitoring | null;
}

const DAY_S = 24 * 3_600;
const YEAR_S = 365 * DAY_S;

const NOT_BUILT = `<!doctype html><title>Linedesk</title>
<p>The console is not built: run <code>npm run build</code>.</p>`;

/**
 * Returns false for the addresses that programs request. The page as an answer would hide a
 * mistyped address, or a browser would run the page as a script.
 */
function isPagePath(path: string): boolean {
  const isOfMachine =
    /^\/(?:_vercel|api|app|apps|assets|ingest|metrics|signal|sounds|sso|v4)(?:\/|$)/;
  return !isOfMachine.test(path) && !FILE_ENDING.test(path);
}

const FILE_ENDING =
  /\.(?:css|gif|ico|jpe?g|json|m?js|map|mp3|ogg|png|svg|txt|wasm|wav|webmanifest|webp|woff2?|xml)$/i;

/**
 * Serves the console: hashed files are cached permanently, other files are revalidated, and every
 * route gets the console's page.
 */
export async function registerConsoleFiles(app: FastifyInstance, options: ConsoleFilesOptions) {
  await app.register(fastifyStatic, {
    root: options.folder,
    wildcard: true,
    index: false,
    cacheControl: false,
    // The build writes `.br` and `.gz` files where useful, so serving needs no compression.
    preCompressed: true,
    // Vite writes a hash of the content into the names below `assets`.
    setHeaders: (response, path) => setCaching(response, relative(options.folder, path)),
  });
  // Browsers request this file on pages that name no icon, such as the sign-in pages.
  app.get("/favicon.ico", (_request, reply) => reply.redirect("/favicon.svg"));
  app.get("/", (request, reply) => sendPage(options, request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    const path = parsePath(request.url);
    const asset = await findOtherAsset(options, path);
    if (asset !== null && request.method === "GET") {
      return sendAsset(reply, path, asset);
    }
    if (isPagePath(path) && ["GET", "HEAD"].includes(request.method)) {
      return sendPage(options, request, reply);
    }
    throw refusal(path, request.method, options.endpoints);
  });
}

/** The content types of the files of other builds. */
const assetTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  woff: "font/woff",
  woff2: "font/woff2",
};

/**
 * Only Vite's names, which have a hash, are looked up. A name that no build has costs one index
 * lookup.
 */
async function findOtherAsset(
  { findAsset }: ConsoleFilesOptions,
  path: string,
): Promise<Buffer | null> {
  const name = /^\/assets\/([\w.-]{1,200}\.(\w+))$/.exec(path)?.[1];
  return name === undefined || findAsset === undefined ? null : findAsset(name);
}

function sendAsset(reply: FastifyReply, path: string, asset: Buffer): FastifyReply {
  const type = assetTypes[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  setCaching({ setHeader: (name, value) => void reply.header(name, value) }, path.slice(1));
  return reply.type(type).send(asset);
}

function setCaching(response: { setHeader(name: string, value: string): void }, file: string) {
  response.setHeader("cache-control", chooseCaching(file));
  response.setHeader("vary", "accept-encoding");
}

function chooseCaching(file: string): string {
  if (file.startsWith("assets/")) {
    return `public, max-age=${YEAR_S}, immutable`;
  }
  // The softphone of each line loads all sounds, so browsers cache them.
  return file.startsWith("sounds/") ? `public, max-age=${DAY_S}` : "no-cache";
}

async function sendPage(
  { folder, readSettings, monitoring = null }: ConsoleFilesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
  const page = await readPage(folder);
  if (page === null) {
    return reply.status(503).send(NOT_BUILT);
  }
  const settings = await readSettings(request);
  const chosen = findChosenAddress(request.url, settings);
  if (chosen !== null) {
    return reply.redirect(chosen, 302);
  }
  const pageInLanguage = withLanguage(withMonitoring(page, monitoring), parsePath(request.url));
  return reply.send(withTheme(pageInLanguage, settings?.theme ?? null));
}

function parsePath(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}

function findChosenAddress(url: string, settings: PageSettings | null): string | null {
  const path = parsePath(url);
  const language = chooseLanguage(settings?.locale ?? DEFAULT_LOCALE);
  const address = toLanguage(path, language);
  const isNamed = parseLocale(path).basepath !== "/";
  // `//host` would lead to another host.
  return isNamed || address === path || path.startsWith("//")
    ? null
    : address + url.slice(path.length);
}

/** Sets the page's language before any script runs. */
export function withLanguage(page: string, path: string): string {
  const language = chooseLanguage(parseLocale(path).locale);
  const { direction } = languages[language];
  return setAttributes(page, { lang: language, dir: direction });
}

async function readPage(folder: string): Promise<string | null> {
  try {
    return await readFile(join(folder, "index.html"), "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    throw error;
  }
}

export function withTheme(page: string, theme: UserSettings["theme"] | null): string {
  return theme === null ? page : setAttributes(page, { "data-theme": theme });
}

function withMonitoring(page: string, monitoring: PageMonitoring | null): string {
  if (monitoring === null) {
    return page;
  }
  const text = JSON.stringify(monitoring).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const value = text.replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return setAttributes(page, { "data-monitoring": value });
}

function setAttributes(page: string, set: Record<string, string>): string {
  return page.replace(/<html([^>]*)>/, (_tag, attributes: string) => {
    const others = Object.keys(set).reduce(
      (left, name) => left.replace(new RegExp(`\\s*\\b${name}="[^"]*"`), ""),
      attributes,
    );
    const added = Object.entries(set).map(([name, value]) => ` ${name}="${value}"`);
    return `<html${others}${added.join("")}>`;
  });
}

/** The router rejects a path with a longer parameter. */
const MAX_PARAMETER = "[^/]{1,100}";

function refusal(path: string, method: string, endpoints: readonly Endpoint[]): ApiError {
  const others = endpoints.filter((endpoint) => pathPattern(endpoint).test(path));
  // If an endpoint has this path and method and the router did not find it, a parameter is too
  // long.
  if (others.length === 0 || others.some((endpoint) => endpoint.method === method)) {
    return new ApiError("nothing_here");
  }
  const methods = others.map((endpoint) => endpoint.method).join(", ");
  return new ApiError({ reason: "method_wrong", params: { method, allowed: methods } });
}

function pathPattern(endpoint: Endpoint): RegExp {
  return new RegExp(`^/api${endpoint.path.replaceAll(/\{\w+\}/g, MAX_PARAMETER)}$`);
}
