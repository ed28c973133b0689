import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { WebhookReceiver, catchError } from "./webhook-receiver.ts";

let app: WebhookReceiver;

beforeEach(async () => {
  app = await WebhookReceiver.start();
});
afterEach(() => app.close());

describe("an application that fails", () => {
  test("[XW42] causes 11200 when it does not answer in time", async () => {
    app.respond = () => undefined;

    const error = await catchError(app.client.request(app.post("/slow#rt=150")));

    expect(error.twilioCode).toBe(11200);
    expect(app.received).toHaveLength(1);
  });

  test("[XW42] is disconnected at the total time when it sends its answer slowly", async () => {
    app.respond = (response) => {
      response.setHeader("content-type", "text/xml");
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    };

    const error = await catchError(app.client.request(app.post("/drip#tt=200")));

    expect(error.twilioCode).toBe(11200);
  });

  test.each([
    ["text/xml; charset=ISO-8859-1", ""],
    ["text/xml", `<?xml version="1.0" encoding="ISO-8859-1"?>`],
  ])("[XT23] has its answer decoded by the charset: %s %s", async (type, head) => {
    const document = `${head}<Response><Say>Grüße</Say></Response>`;
    app.respond = (response) =>
      response.setHeader("content-type", type).end(Buffer.from(document, "latin1"));

    expect((await app.client.request(app.post("/latin"))).body).toBe(document);
  });

  test("[XW42] may take longer than rt in total when its packets arrive in time", async () => {
    const packets = ["<Response>", ...Array.from({ length: 25 }, () => " "), "</Response>"];
    app.respond = (response) => {
      response.setHeader("content-type", "text/xml");
      const drip = setInterval(() => {
        response.write(packets.shift());
        if (packets.length === 0) {
          response.end();
        }
      }, 200);
      response.on("close", () => clearInterval(drip));
    };

    const reply = await app.client.request(app.post("/drip#rt=4000"));

    expect(reply.body).toBe(`<Response>${" ".repeat(25)}</Response>`);
  });

  test("[XW42] causes 11205 when its port refuses connections", async () => {
    const port = new URL(app.origin).port;
    app.server.closeAllConnections();
    await new Promise((resolve) => app.server.close(resolve));

    const error = await catchError(
      app.client.request({ url: `http://127.0.0.1:${port}/x`, method: "POST", params: {} }),
    );

    expect(error.twilioCode).toBe(11205);
    await new Promise<void>((resolve) => app.server.listen(0, "127.0.0.1", resolve));
  });

  test("causes 11210 when its host does not exist", async () => {
    const url = "http://no-such-host.invalid/x";

    const error = await catchError(app.client.request({ url, method: "POST", params: {} }));

    expect(error.twilioCode).toBe(11210);
  });

  test("[XW19] causes 11750 with an answer over 64 KB", async () => {
    app.respond = (response) =>
      response.setHeader("content-type", "text/xml").end("x".repeat(70_000));

    expect((await catchError(app.client.request(app.post("/big")))).twilioCode).toBe(11750);
  });

  test("causes 11200 when it ends the answer early", async () => {
    app.respond = (response) => {
      response.setHeader("content-length", "1000").write("<Resp");
      setImmediate(() => response.destroy());
    };

    expect((await catchError(app.client.request(app.post("/broken")))).twilioCode).toBe(11200);
  });

  test("may answer with audio, which is recognised without reading the body", async () => {
    app.respond = (response) => {
      response.setHeader("content-type", "audio/mpeg");
      response.write(Buffer.alloc(200_000));
    };

    const reply = await app.client.request(app.post("/music"));

    expect(reply).toMatchObject({ contentType: "audio/mpeg", body: "" });
  });

  test("is no longer waited for after the request is aborted", async () => {
    app.respond = () => undefined;
    const giveUp = new AbortController();
    const request = app.client.request(app.post("/slow"), { signal: giveUp.signal });
    const reason = new Error("the caller hung up");
    setTimeout(() => giveUp.abort(reason), 50);

    await expect(request).rejects.toBe(reason);
  });

  test("loses no request when it has closed a pooled connection", async () => {
    for (let round = 0; round < 20; round += 1) {
      await app.client.request(app.post("/kept", { round: String(round) }));
      app.server.closeIdleConnections();
    }

    expect(app.received.map(({ params }) => params["round"])).toEqual(
      Array.from({ length: 20 }, (_, round) => String(round)),
    );
  });
});
