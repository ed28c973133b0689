import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readGivenSettings } from "./read-given-settings.ts";

test("a backup contains each setting that was set, except the data folder, with the content of its file", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "settings-")), "secret");
  await writeFile(file, "s3cret\n");

  expect(
    await readGivenSettings({
      HOST: "",
      LINEDESK_DATA: "/var/lib/linedesk",
      PATH: "/usr/bin",
      PUBLIC_URL: "https://desk.example.com",
      OIDC_CLIENT_SECRET_FILE: file,
      NODE_EXTRA_CA_CERTS: "/etc/linedesk/ca.pem",
    }),
  ).toEqual({
    PUBLIC_URL: "https://desk.example.com",
    OIDC_CLIENT_SECRET: "s3cret",
    NODE_EXTRA_CA_CERTS: "/etc/linedesk/ca.pem",
  });
});
