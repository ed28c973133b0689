import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { numberForTrunk, numberFromTrunk } from "./number-for-trunk.ts";
import { parseTrunks, readTrunkFile, TrunkFileError } from "./trunk-file.ts";
import { TrunkRegistry } from "./trunk-registry.ts";
import { plainTrunk, createPeerPlan, type TrunkNumbering } from "./trunk.ts";

const carrier = { name: "carrier", hosts: ["sip.example.net", "[2001:db8::1]:5070"] };

const docs = join(import.meta.dirname, "../../../../../../docs");

describe("[XI21] the file of trunks", () => {
  test.each([
    ["configuration.md", 1],
    ["exchange-sip.md", 2],
  ])("is valid in each example of docs/%s", (page, count) => {
    const text = readFileSync(join(docs, page), "utf8");
    const examples = [...text.matchAll(/```json\n(\{[^`]*"trunks"[^`]*)```/g)];

    const plans = examples.map(([, example = ""]) => parseTrunks(example));

    expect(plans.flatMap(({ trunks }) => trunks)).toHaveLength(count);
  });

  test("has defaults for missing values", () => {
    const { trunks, phones, isClosed } = parseTrunks(JSON.stringify({ trunks: [carrier] }));

    expect(isClosed).toBe(true);
    expect(phones).toEqual([]);
    expect(trunks[0]).toMatchObject({
      name: "carrier",
      hosts: [
        { host: "sip.example.net", port: null },
        { host: "2001:db8::1", port: 5070 },
      ],
      transport: "udp",
      credentials: null,
      registration: null,
      patterns: ["*"],
      maxCalls: null,
      keepAliveS: 30,
    });
  });

  test("is read with every value", () => {
    const all = {
      ...carrier,
      byoc: `BY${"a".repeat(32)}`,
      transport: "tls",
      domain: "carrier.net",
      username: "radio",
      password: "s3cret",
      register: true,
      registrar: "reg.example.net:5071",
      registerAs: "+61255500100",
      registerExpiresS: 300,
      sources: ["203.0.113.0/24", "2001:db8::/32", "192.0.2.1"],
      challenge: true,
      numbers: ["+61*", "+64211234567"],
      callerId: "+61255500101",
      numberFormat: "national",
      country: "64",
      nationalPrefix: "0",
      internationalPrefix: "00",
      maxCalls: 4,
      priority: 7,
      keepAliveS: 0,
      digits: "info",
      srtp: "required",
      keysInClear: true,
      emergency: true,
      assertIdentity: false,
    };

    const [trunk] = parseTrunks(JSON.stringify({ closed: false, trunks: [all] })).trunks;

    expect(trunk).toMatchObject({
      transport: "tls",
      domain: "carrier.net",
      credentials: { username: "radio", password: "s3cret" },
      registration: {
        registrars: [{ host: "reg.example.net", port: 5071 }],
        expiresS: 300,
        user: "+61255500100",
      },
      sources: ["203.0.113.0/24", "2001:db8::/32", "192.0.2.1"],
      challenges: true,
      callerId: "+61255500101",
      numbering: { format: "national", country: "64", internationalPrefix: "00" },
      keepAliveS: null,
      digits: "info",
      srtp: "required",
      allowsUnencryptedKeys: true,
      emergency: true,
      assertsIdentity: false,
    });
  });

  test("[XR110] gives trunks constant sids, their own or derived from their names", () => {
    const sid = `TK${"a".repeat(32)}`;
    const text = JSON.stringify({ trunks: [carrier, { ...carrier, name: "other", sid }] });
    function read() {
      return parseTrunks(text).trunks;
    }

    const [first, second] = read();

    expect(first?.sid).toMatch(/^TK[0-9a-f]{32}$/);
    expect(first?.sid).toBe(read()[0]?.sid);
    expect(second?.sid).toBe(sid);
  });

  test.each([
    [{ trunks: [{ ...carrier, sid: "TK1" }] }, "trunks[0].sid"],
    ["{", "not JSON"],
    ["[]", "the file"],
    [{ trunks: [{ ...carrier, name: "a b" }] }, "trunks[0].name"],
    [{ trunks: [{ ...carrier, hosts: [] }] }, "trunks[0].hosts"],
    [{ trunks: [{ ...carrier, hosts: ["a b"] }] }, "trunks[0].hosts[0]"],
    [{ trunks: [{ ...carrier, transport: "sctp" }] }, "trunks[0].transport"],
    [{ trunks: [{ ...carrier, srtp: "dtls" }] }, "trunks[0].srtp"],
    [
      { trunks: [{ ...carrier, srtp: "required", transport: "tcp" }] },
      'trunks[0].srtp: the value "required"',
    ],
    [{ trunks: [{ ...carrier, username: "x" }] }, "trunks[0].password"],
    [{ trunks: [{ ...carrier, register: true }] }, "trunks[0].username"],
    [{ trunks: [{ ...carrier, challenge: true }] }, "trunks[0].username"],
    [{ trunks: [{ ...carrier, sources: ["203.0.113.0/33"] }] }, "trunks[0].sources[0]"],
    [{ trunks: [{ ...carrier, sources: ["carrier.net"] }] }, "trunks[0].sources[0]"],
    [{ trunks: [{ ...carrier, numbers: ["04xx"] }] }, "trunks[0].numbers[0]"],
    [{ trunks: [{ ...carrier, callerId: "0255500101" }] }, "trunks[0].callerId"],
    [{ trunks: [{ ...carrier, maxCalls: 0 }] }, "trunks[0].maxCalls"],
    [{ trunks: [{ ...carrier, keepAliveS: 1 }] }, "trunks[0].keepAliveS"],
    [{ trunks: [{ ...carrier, colour: "red" }] }, "colour"],
    [{ trunks: [carrier, carrier] }, "two trunks are named carrier"],
    [{ phones: [{ username: "desk", password: 'a"b' }] }, "phones[0].password"],
    [
      {
        phones: [
          { username: "a", password: "b" },
          { username: "a", password: "c" },
        ],
      },
      "two phones",
    ],
  ])("has an error that names the invalid value in %j", (given, name) => {
    const text = typeof given === "string" ? given : JSON.stringify(given);

    expect(() => parseTrunks(text)).toThrow(TrunkFileError);
    expect(() => parseTrunks(text)).toThrow(name);
  });

  test("has no secret in its errors", () => {
    const secret = 'pass"word';

    function fault(): unknown {
      try {
        return parseTrunks(JSON.stringify({ phones: [{ username: "a", password: secret }] }));
      } catch (error) {
        return error;
      }
    }

    expect(String(fault())).not.toContain(secret);
  });

  test("is read from its path, or the error names the path", () => {
    const folder = mkdtempSync(join(tmpdir(), "linedesk-trunks-"));
    const path = join(folder, "trunks.json");
    writeFileSync(path, JSON.stringify({ trunks: [carrier] }));

    try {
      expect(readTrunkFile(path).trunks).toHaveLength(1);
      expect(() => readTrunkFile(join(folder, "none.json"))).toThrow(/none\.json cannot be read/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("is not needed for a single peer, whose plan carries every number and is open", () => {
    const plan = createPeerPlan({
      host: "pbx.example.net",
      port: 5060,
      username: "a",
      password: "b",
    });

    expect(plan).toMatchObject({ isClosed: false, phones: [] });
    expect(plan.trunks[0]).toMatchObject({ name: "peer", patterns: ["*"], keepAliveS: null });
    expect(plan.trunks[0]?.credentials).toEqual({ username: "a", password: "b" });
  });
});

describe("[XI21] numbers of a trunk", () => {
  function numbering(parts: Partial<TrunkNumbering>): TrunkNumbering {
    return {
      ...plainTrunk("x", []).numbering,
      ...parts,
    };
  }

  test.each([
    [{ format: "e164" }, "+61491570006", "+61491570006"],
    [{ format: "digits" }, "+61491570006", "61491570006"],
    [{ format: "national" }, "+61491570006", "0491570006"],
    [{ format: "national" }, "+64211234567", "001164211234567"],
    [
      { format: "national", country: "64", internationalPrefix: "00" },
      "+64211234567",
      "0211234567",
    ],
    [{ format: "digits" }, "1234", "1234"],
  ] as const)("are written by %j: %s as %s", (parts, number, wanted) => {
    expect(numberForTrunk(number, numbering(parts))).toBe(wanted);
  });

  test.each([
    [{ format: "e164" }, "+61 491 570 006", "+61491570006"],
    [{ format: "e164" }, "0491570006", "+61491570006"],
    [{ format: "digits" }, "64211234567", "+64211234567"],
    [{ format: "national" }, "001164211234567", "+64211234567"],
    [
      { format: "national", country: "64", internationalPrefix: "00" },
      "0211234567",
      "+64211234567",
    ],
    [
      { format: "national", country: "64", internationalPrefix: "00" },
      "0061255500101",
      "+61255500101",
    ],
    [{ format: "national" }, "101", null],
    [{ format: "e164" }, "alice", null],
    [{ format: "e164" }, "+0123", null],
  ] as const)("are read by %j: %s as %s", (parts, user, wanted) => {
    expect(numberFromTrunk(user, numbering(parts))).toBe(wanted);
  });
});

test("[XR67] a call with a byoc uses only the trunk of this byoc, except in an emergency, and no two trunks have the same byoc", () => {
  function byoc(digit: string) {
    return `BY${digit.repeat(32)}`;
  }
  const two = [
    { ...carrier, name: "one", byoc: byoc("1") },
    { ...carrier, name: "two", byoc: byoc("2"), emergency: true },
  ];
  const registry = new TrunkRegistry(parseTrunks(JSON.stringify({ trunks: two })));
  function chosen(number: string, byocTrunk?: string) {
    const choice = registry.choose(number, byocTrunk);
    return choice.type === "trunks" ? choice.trunks.map(({ name }) => name) : choice.reason;
  }

  expect(chosen("+61491570006")).toEqual(["one", "two"]);
  expect(chosen("+61491570006", byoc("2"))).toEqual(["two"]);
  expect(chosen("+61491570006", byoc("3"))).toBe("no trunk serves this number");
  expect(chosen("000", byoc("1"))).toEqual(["two"]);
  expect([registry.has(byoc("2")), registry.has(byoc("3"))]).toEqual([true, false]);
  const twice = JSON.stringify({ trunks: [two[0], { ...two[1], byoc: byoc("1") }] });
  expect(() => parseTrunks(twice)).toThrow("two trunks have the byoc");
});
