import { type Attack, mustHold } from "./attack.ts";
import type { Target } from "./target.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const NUMBER = "+61491570158";

const recordings: Attack = {
  name: "play or delete a recording without the right",
  run: async ({ as, anonymous, stations: [station] }) => {
    const sound = `/recordings/${ID}/sound`;
    mustHold((await anonymous.status(sound)) === 401, "a recording is played without a session");
    for (const range of ["bytes=0-", "bytes=9-1", "bytes=-99999999999", "bytes=a-b", "x"]) {
      const status = await as.producer.status(sound, { headers: { range } });
      mustHold(status === 404, `the range ${range} is answered ${status}`);
    }
    const gone = { method: "DELETE", json: { reason: "attack" } };
    mustHold(
      (await as.producer.status(`/recordings/${ID}`, gone)) >= 403,
      "a producer deletes a recording",
    );
    const settings = { mode: "off", noticeWords: null };
    for (const noticeUrl of ["http://u:p@127.0.0.1/a.wav", "file:///etc/passwd", `sound:${ID}/a`]) {
      const sent = { method: "PUT", json: { ...settings, noticeUrl } };
      const status = await as.owner.status(`/admin/${station}/recording`, sent);
      mustHold(status === 400, `a notice at ${noticeUrl} is answered ${status}`);
    }
    return "without a session, five ranges, a deletion, three addresses of a notice";
  },
};

const exportsOfData: Attack = {
  name: "export the station's data without the right",
  run: async ({ as, stations: [station] }) => {
    const files = [
      [`/station/${station}/caller/history/export`, {}],
      [`/admin/${station}/audit/export`, {}],
      [`/station/${station}/contest/export`, {}],
      [`/admin/${station}/privacy/export`, { number: NUMBER }],
      ["/promo/export", { station }],
    ] as const;
    for (const [path, json] of files) {
      const status = await as.screener.status(path, { json });
      mustHold(status === 403, `a screener's export of ${path} is answered ${status}`);
      const forged = await as.admin.status(path, { json: { ...json, cursor: "AAAA.BBBB" } });
      mustHold(forged < 500, `${path} answers ${forged} to a forged cursor`);
    }
    return `${files.length} files as a screener, and with forged cursors`;
  },
};

const masked: Attack = {
  name: "read a number that the station masks",
  run: async (target) => {
    const { as, stations } = target;
    const path = `/admin/${stations[0]}/privacy`;
    const before = await as.owner.read(path);
    const save = (numbersFrom: unknown) =>
      as.owner.ask(`/api${path}`, { method: "PUT", json: { ...before, numbersFrom } });
    const reply = await save("owner");
    mustHold(reply.status === 200, `numbers cannot be masked: ${reply.text}`);
    try {
      return await tryMasked(target);
    } finally {
      await save(before["numbersFrom"]);
    }
  },
};

/** Attacks as an admin, from whom the station masks every number. */
async function tryMasked({ as, stations: [station, other] }: Target): Promise<string> {
  const { admin, owner } = as;
  const contact = { station, number: NUMBER, name: "Attack", owner: "show", show: "Attack" };
  await owner.ask("/api/contacts", { json: contact });
  const own = `station=${station}&owner=show&show=Attack`;
  for (const part of ["0491570158", "049157015", "1570158"]) {
    const { text } = await admin.ask(`/api/contacts?${own}&find=${part}`);
    mustHold(!text.replaceAll(/[^\d]/g, "").includes("491570158"), "a contact shows its number");
    const { items } = JSON.parse(text) as { items: unknown[] };
    mustHold(part.length === 10 || items.length === 0, `${part} finds a masked number`);
  }
  const webhook = { kind: "webhook", name: "Attack", events: ["call.arrived"] };
  const json = { ...webhook, url: "https://hooks.example.com/", wholeNumbers: true };
  const given = await admin.status(`/admin/${station}/integrations`, { json });
  mustHold(
    given === 403,
    `an admin without full numbers adds a webhook with full numbers: ${given}`,
  );
  const hidden = await admin.read(`/contacts?${own}`);
  const [first] = (hidden["items"] ?? []) as { number: string }[];
  const elsewhere = await admin.status(`/station/${other}/dial?to=${first?.number ?? ""}`);
  mustHold(elsewhere >= 400, "a masked number is accepted at another station");
  const gone = encodeURIComponent(NUMBER);
  await owner.ask(`/api/contacts/${gone}?${own}`, { method: "DELETE" });
  return "parts of a number, a webhook with full numbers, a masked number at another station";
}

export const secrecyAttacks: readonly Attack[] = [recordings, exportsOfData, masked];
