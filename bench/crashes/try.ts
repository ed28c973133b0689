import { CrashStation } from "./crash-station.ts";
import { openSeatCalls } from "./seat-calls.ts";
const t0 = performance.now();
const at = (w: string) => console.log(((performance.now() - t0) / 1000).toFixed(1), w);
const crash = await CrashStation.open();
try {
  at("open");
  setTimeout(async () => {
    await crash.page.screenshot({ path: "/tmp/w/crs-try.png" });
    console.log("TOOLATE");
    await crash.station.close();
    process.exit(1);
  }, 90_000);
  const seats = await openSeatCalls(crash);
  at("seats");
  const show = async () => {
    for (const c of crash.desk("Erin").calls.values())
      console.log(
        c.caller.number,
        c.direction,
        c.callState,
        JSON.stringify(c.desk),
        JSON.stringify(c.conference),
      );
    const l = crash.desk("Erin").lines;
    for (const x of l.values())
      console.log(x.line, x.legs, await x.amplitude(2830), await x.amplitude(2590));
    const p: any = seats.phones[0];
    console.log("phone", p.status, p.toneAmplitude(2710, 100), p.packetsReceived);
  };
  await show();
  await new Promise((r) => setTimeout(r, 1000));
  await show();
  for (const talk of seats.talks) at(talk.name + " " + (await talk.isHeard()));
  for (const p of seats.programs) at(p.name + " " + p.isCalling());
  console.log("KILL", new Date().toISOString());
  const killed = await crash.station.kill("exchange");
  await crash.station.untilBack("exchange", killed);
  at("back");
  await show();
  for (let i = 0; i < 8; i += 1) {
    await new Promise((r) => setTimeout(r, 1000));
    at(
      (await Promise.all(seats.talks.map(async (t) => t.name + " " + (await t.isHeard())))).join(
        "; ",
      ),
    );
  }
  at(crash.callers.all.map(({ phone, codec }) => codec + phone.status).join(" "));
  for (const p of seats.programs) at(p.name + " " + p.isCalling());
  for (const d of crash.desks.values()) at(d.name + JSON.stringify(d.log.faults()) + d.calls.size);
  const { Client } = await import("pg");
  const c = new Client({ connectionString: crash.station.databaseUrl });
  await c.connect();
  for (const r of (
    await c.query(
      "select e.at, c.number, c.direction, e.type, e.payload from call_event e join call c on c.id = e.call_id where c.direction='outbound' or c.number in ('+61270100003', '+61270100005') order by e.at, e.step",
    )
  ).rows)
    console.log(r.at.toISOString(), r.number, r.type, JSON.stringify(r.payload).slice(0, 200));
  console.log(
    JSON.stringify(
      (await c.query("select * from call_leg where kind='operator' order by created_at")).rows,
    ),
  );
  await c.end();
  console.log((await crash.station.log("exchange")).slice(-5000));
  console.log((await crash.station.log("server")).slice(-5000));
  console.log("ENDLOG");
  seats.close();
} catch (e) {
  console.error(e);
  const { Client } = await import("pg");
  const c = new Client({ connectionString: crash.station.databaseUrl });
  await c.connect();
  for (const q of [
    "select id, user_id, created_at, revoked_at from session",
    "select * from voice_token",
    "select * from voice_withdrawal",
    "select action, at, actor_id from audit_entry order by at desc limit 40",
  ])
    console.log(q, JSON.stringify((await c.query(q).catch((x) => ({ rows: [String(x)] }))).rows));
  await c.end();
  console.log((await crash.station.log("exchange")).slice(-3000));
  await crash.page.screenshot({ path: "/tmp/w/crs-try.png" });
} finally {
  await crash.close();
}
process.exit(0);
