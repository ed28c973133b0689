import { type Attack, mustHold } from "./attack.ts";
import { RawSocket } from "./socket.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const names = [
  "incoming",
  "phone",
  "connect",
  "status",
  `wait?call=${ID}`,
  `join?call=${ID}`,
  `hold?call=${ID}`,
  `conference?call=${ID}`,
  `recording-notice?recording=${ID}`,
  `recording?recording=${ID}`,
];

const webhooks: Attack = {
  name: "forge a webhook of the exchange",
  run: async ({ anonymous, as }) => {
    const form = { CallSid: `CA${"0f".repeat(16)}`, From: "+61491570156", To: "+61255500101" };
    for (const name of names) {
      for (const headers of [{}, { "x-twilio-signature": "b2ggbm8sIG5vdCB0aGlz" }]) {
        for (const peer of [anonymous, as.owner]) {
          const status = await peer.status(`/twilio/voice/${name}`, { form, headers });
          mustHold([403, 404].includes(status), `${name}: ${status}`);
        }
      }
    }
    return `${names.length} webhooks without a signature and with a wrong one`;
  },
};

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

const softphones: Attack = {
  name: "connect a softphone as another person",
  run: async ({ origin, as, users, anonymous }) => {
    const asOwner = { json: { identity: users.owner } };
    mustHold((await as.screener.status("/twilio/auth", asOwner)) === 403, "a colleague's token");
    mustHold(
      (await anonymous.status("/twilio/auth", asOwner)) === 401,
      "a token is issued without a session",
    );
    const own = await as.screener.read("/twilio/auth", { json: { identity: users.screener } });
    const [head = "", payload = "", signature = ""] = String(own["token"]).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
      grants: object;
    };
    const owners = encode({ ...claims, grants: { ...claims.grants, identity: users.owner } });
    const forged = [
      `${head}.${owners}.${signature}`,
      `${encode({ alg: "none", typ: "JWT" })}.${owners}.`,
      `${encode({ alg: "none", typ: "JWT" })}.${payload}.${signature}`,
    ];
    for (const token of forged) {
      const socket = new RawSocket(origin, "/signal");
      await socket.opened();
      socket.send({ type: "listen", version: "1.6", payload: { token } });
      const frame = await socket.next(({ type }) => type === "connected" || type === "error");
      mustHold(frame?.["type"] !== "connected", "a forged token is accepted");
      socket.close();
    }
    const elsewhere = new RawSocket(origin, "/signal", { origin: "https://evil.example" });
    mustHold(!(await elsewhere.opened()), "a page of another origin opens signalling");
    elsewhere.close();
    return "a colleague's token, a token without a session, three forged tokens, a foreign origin";
  },
};

const callerIds: Attack = {
  name: "call with a caller ID that is not the station's own",
  run: async ({ as: { admin, owner, screener }, stations: [station] }) => {
    const number = "+61299990003";
    const list = `/admin/${station}/phoneLines`;
    const sounds = { holdMusicUrl: null, lineClosedUrl: null };
    const json = { name: "Attack", number, priority: false, forwardTo: null, ...sounds };
    const { line } = (await admin.read(list, { json })) as { line?: { id: string } };
    mustHold(line !== undefined, "an admin is refused, so the attack proves nothing");
    try {
      const { from } = await screener.read(`/station/${station}/dial`);
      mustHold(!JSON.stringify(from ?? null).includes(number), "dialled calls show the number");
      const lines = (await admin.read(list))["items"] as { number: string; isOwn: boolean }[];
      mustHold(
        lines.every((one) => one.number !== number || !one.isOwn),
        "the number counts as the station's own",
      );
    } finally {
      await owner.ask(`/api${list}/${line?.id ?? ""}`, { method: "DELETE" });
    }
    return "a phone line with an unconfirmed number";
  },
};

export const telephonyAttacks: readonly Attack[] = [webhooks, softphones, callerIds];
