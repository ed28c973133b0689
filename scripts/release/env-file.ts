import { readFileSync } from "node:fs";
import { join } from "node:path";

const WIDTH = 100;

/** The values that the package's services need, above the list of all settings. */
const given = `# Settings of Linedesk. Both services read this file when they start:
#   systemctl restart linedesk-exchange linedesk
# A line that begins with # has no effect. linedesk(1) reads the file too; \`linedesk doctor\` checks
# what it sets.

# The two services find each other by fixed ports.
INTERNAL_PORT=3002
EXCHANGE_PORT=3001

# Replace both: the address of the desk behind your proxy, and who signs in first.
#PUBLIC_URL=https://desk.example.com
#OWNER_EMAIL=you@example.com

# Your issuer of sign-ins.
#OIDC_ISSUER=https://login.example.com
#OIDC_CLIENT_ID=linedesk
#OIDC_CLIENT_SECRET_FILE=/etc/linedesk/oidc-client-secret

# Debian's PostgreSQL; without it the package's own database runs.
#DATABASE_URL_FILE=/etc/linedesk/database-linedesk
#DATABASE_OWNER_URL_FILE=/etc/linedesk/database-linedesk_owner

# The key of session cookies; the installation has made one.
SESSION_SECRET_FILE=/etc/linedesk/session-secret
`;

interface SettingRow {
  name: string;
  fallback: string;
  meaning: string;
}

/** The settings that the services set themselves. */
const fixed = new Set(["NODE_ENV", "LINEDESK_DATA", "INTERNAL_PORT", "EXCHANGE_PORT"]);

/** Returns \`/etc/linedesk/linedesk.env\` with every setting of docs/configuration.md, explained. */
export function writeEnvFile(root: string): string {
  const page = readFileSync(join(root, "docs/configuration.md"), "utf8");
  const rows = readSettingRows(page).filter(({ name }) => !fixed.has(name));
  return `${given}\n# All settings, each with its default.\n\n${rows.map(describe).join("\n")}`;
}

export function readSettingRows(page: string): SettingRow[] {
  const rows = page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.+?) \| (.+) \|$/gm);
  return [...rows].map(([, name = "", fallback = "", meaning = ""]) => ({
    name,
    fallback: plain(fallback),
    meaning: plain(meaning),
  }));
}

/** Returns Markdown's words without its marks. */
function plain(words: string): string {
  return words.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");
}

function describe({ name, fallback, meaning }: SettingRow): string {
  const value = fallback === "-" || fallback.includes(" ") ? "" : fallback;
  return `${wrap(`${meaning}. Default: ${fallback}`)}\n#${name}=${value === "made" ? "" : value}\n`;
}

function wrap(words: string): string {
  const lines: string[] = [];
  let line = "#";
  for (const word of words.split(" ")) {
    if (line.length + word.length >= WIDTH) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}
