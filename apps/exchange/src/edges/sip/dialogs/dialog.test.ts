import { describe, expect, test } from "vitest";

import { SipHeaders, type SipRequest } from "@linedesk/sip";
import { createAck, type Dialog, createInDialogRequest } from "./dialog.ts";

function aDialog(parts: Partial<Dialog> = {}): Dialog {
  return {
    callId: "c1",
    localTag: "us",
    remoteTag: "them",
    local: "<sip:us@x.y>;tag=us",
    remote: "<sip:them@x.y>;tag=them",
    localCSeq: 10,
    remoteCSeq: 1,
    routeSet: [],
    remoteTarget: "sip:them@192.0.2.10:5062",
    contact: "<sip:linedesk@198.51.100.1:5060>",
    source: { address: "203.0.113.7", port: 40_000 },
    ...parts,
  };
}

const invite: SipRequest = {
  type: "request",
  method: "INVITE",
  uri: "sip:them@x.y",
  headers: new SipHeaders().add("CSeq", "3 INVITE"),
  body: "",
};

describe("a request within a dialog", () => {
  test("increases its CSeq, and an ACK keeps the CSeq of its INVITE", () => {
    const dialog = aDialog();

    expect(createInDialogRequest(dialog, "BYE").request.headers.get("CSeq")).toBe("11 BYE");
    expect(createAck(dialog, invite).request.headers.get("CSeq")).toBe("3 ACK");
    expect(createInDialogRequest(dialog, "BYE").request.headers.get("CSeq")).toBe("12 BYE");
  });

  test("goes to a strict router, with the remote target as the last Route", () => {
    const routeSet = ["<sip:192.0.2.30>", "<sip:192.0.2.31;lr>"];
    const { request } = createInDialogRequest(aDialog({ routeSet }), "BYE");

    expect(request.uri).toBe("sip:192.0.2.30");
    expect(request.headers.all("Route")).toEqual([
      "<sip:192.0.2.31;lr>",
      "<sip:them@192.0.2.10:5062>",
    ]);
  });

  test.each([
    ["sip:them@192.0.2.10:5062", { address: "192.0.2.10", port: 5062 }],
    ["sip:them@192.0.2.10", { address: "192.0.2.10", port: 5060 }],
    ["sip:them@192.168.1.5:5062", { address: "203.0.113.7", port: 40_000 }],
    ["sip:them@10.1.2.3", { address: "203.0.113.7", port: 40_000 }],
    ["sip:them@100.64.0.9", { address: "203.0.113.7", port: 40_000 }],
    ["sip:them@phone.example", { address: "203.0.113.7", port: 40_000 }],
    ["tel:+61491570006", { address: "203.0.113.7", port: 40_000 }],
    ["sip:them@[2001:db8::5]:5062", { address: "2001:db8::5", port: 5062 }],
    ["sip:them@[fd00:1::5]", { address: "203.0.113.7", port: 40_000 }],
    ["sip:them@[fe80::5]", { address: "203.0.113.7", port: 40_000 }],
  ])(
    "[XI66] goes to an address that we can reach when the Contact is %s",
    (remoteTarget, target) => {
      expect(createInDialogRequest(aDialog({ remoteTarget }), "BYE").target).toEqual(target);
    },
  );

  test.each(["<sip:10.0.0.5:22;transport=tcp;lr>", "<sip:localhost;lr>", "<sip:[::1]:6379;lr>"])(
    "[XI66] goes to the source address of the far end when the route is %s",
    (route) => {
      const { request, target } = createInDialogRequest(aDialog({ routeSet: [route] }), "BYE");

      expect(target).toEqual({ address: "203.0.113.7", port: 40_000 });
      expect(request.headers.all("Route")).toEqual([route]);
    },
  );

  test("uses a private Contact within the same private network", () => {
    const source = { address: "192.168.1.20", port: 5060 };
    const remoteTarget = "sip:them@192.168.1.5:5062";

    expect(createInDialogRequest(aDialog({ remoteTarget, source }), "BYE").target.address).toBe(
      "192.168.1.5",
    );
  });
});
