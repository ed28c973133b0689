import { readFileSync } from "node:fs";
import { join } from "node:path";

const WIDTH = 100;

/** The values that the package's services need, above the list of all settings. */
const given = `# Settings of Linedesk. Both services read this file when they start:
#   systemctl restart linedesk-exchange linedesk
# A line that begins with # has no effect. linedesk(1) reads the file too; \`linedesk doctor\` checks
# what it sets. Each setting is here once. For a secret, NAME_FILE can be the path of a file that
# contains it. What a comment calls "below" is in /usr/share/doc/linedesk/configuration.md.

# The two services find each other by fixed ports.
INTERNAL_PORT=3002
EXCHANGE_PORT=3001

# The address at which browsers reach the desk, by your proxy or by TLS_CERT. No other origin may
# use the API.
#PUBLIC_URL=https://desk.example.com

# E-mail address of the first owner, as the issuer sends it. This person becomes owner of every
# station and may add stations.
#OWNER_EMAIL=you@example.com

# Your OpenID Connect issuer, by https unless it is on this machine, and Linedesk's id and secret at
# it.
#OIDC_ISSUER=https://login.example.com
#OIDC_CLIENT_ID=linedesk
#OIDC_CLIENT_SECRET_FILE=/etc/linedesk/oidc-client-secret

# Addresses of a PostgreSQL 15 or newer: with the role of the server, and with the role that owns the
# database, which migrates, backs up and restores. Without them the package's own database runs.
#DATABASE_URL_FILE=/etc/linedesk/database-linedesk
#DATABASE_OWNER_URL_FILE=/etc/linedesk/database-linedesk_owner

# The certificates (PEM) of authorities that Debian does not know, of issuer, database or desk.
#NODE_EXTRA_CA_CERTS=/etc/linedesk/ca.pem

# The key of session cookies; the installation has made one.
SESSION_SECRET_FILE=/etc/linedesk/session-secret
`;

interface SettingRow {
  name: string;
  fallback: string;
  meaning: string;
}

/** The settings that the services set themselves. */
const fixed = ["NODE_ENV", "LINEDESK_DATA"];

/** Returns `/etc/linedesk/linedesk.env` with every setting of docs/configuration.md, explained. */
export function writeEnvFile(root: string): string {
  const page = readFileSync(join(root, "docs/configuration.md"), "utf8");
  const above = new Set([...fixed, ...readNames(given)]);
  const rows = readSettingRows(page).filter(({ name }) => !above.has(name));
  return `${given}\n# All other settings, each with its default.\n\n${rows.map(describe).join("\n")}`;
}

function readNames(file: string): string[] {
  return [...file.matchAll(/^#?([A-Z][A-Z0-9_]+?)(?:_FILE)?=/gm)].map(([, name = ""]) => name);
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
