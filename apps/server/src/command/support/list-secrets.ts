import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { readSecrets } from "../../config/secrets.ts";
import { settings } from "../../config/settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST_SECRET = 6;
/** The files of the data folder that contain nothing but secrets and their ids. */
const FILES = ["exchange/account.json", "sso-keys.json"];
/** Ids of an account, a key or a call, which are not secret. */
const ID = /^[A-Z]{2}[0-9a-f]{32}$/;

/**
 * Returns every secret value that the station has in its settings and files, the longest first,
 * because one may contain another.
 */
export async function listSecrets(env: Environment, dataDir: string): Promise<string[]> {
  const files = await Promise.all(FILES.map((file) => readJson(join(dataDir, file))));
  const exchange = await readJson(join(dataDir, "exchange/exchange.json"));
  const found = [
    ...(await listGiven(env)),
    ...listTexts(await readSecrets(dataDir).catch(() => null)),
    ...files.flatMap(listTexts),
    ...listTexts(isRecord(exchange) ? exchange["keys"] : null),
    ...listPasswords(await readJson(env["SIP_TRUNKS"] ?? "")),
  ];
  return [...new Set(found)]
    .filter((value) => value.length >= SHORTEST_SECRET && !ID.test(value))
    .toSorted((one, other) => other.length - one.length);
}

/**
 * A secret setting is a value, or the content of a file. An address counts as secret because it can
 * contain a password.
 */
async function listGiven(env: Environment): Promise<string[]> {
  const names = Object.entries(settings).flatMap(([name, { secret }]) => (secret ? [name] : []));
  const values = await Promise.all(
    names.map(async (name) => env[name] ?? (await readText(env[`${name}_FILE`] ?? "")).trim()),
  );
  const passwords = [...values, env["SIP_PEER"] ?? ""].map(
    (value) => /:([^:@/]{1,500})@/.exec(value)?.[1] ?? "",
  );
  return [...values, ...passwords, ...passwords.map(decodeURIComponent)];
}

function listTexts(value: unknown): string[] {
  if (typeof value === "string") {
    return [value];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

function listPasswords(value: unknown): string[] {
  if (!isRecord(value)) {
    return Array.isArray(value) ? value.flatMap(listPasswords) : [];
  }
  return Object.entries(value).flatMap(([key, one]) =>
    key === "password" && typeof one === "string" ? [one] : listPasswords(one),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(path)) as unknown;
  } catch {
    // A missing file has no secrets. A damaged file is reported when the station starts.
    return null;
  }
}

async function readText(path: string): Promise<string> {
  return path === "" ? "" : readFile(path, "utf8").catch(() => "");
}
