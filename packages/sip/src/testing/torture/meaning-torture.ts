import {
  buildRequestCase,
  buildInviteCase,
  tortureInvite,
  type TortureMessage,
  tortureRequest,
  tortureSdp,
} from "./torture-request.ts";

/** RFC 4475 sections 3.2 to 3.4: valid syntax with an invalid meaning. */
export const meaningTorture: readonly TortureMessage[] = [
  buildRequestCase("badbranch", "a branch that is the cookie and nothing else", {
    method: "OPTIONS",
    answer: "200",
    via: "SIP/2.0/UDP 192.0.2.10:5062;branch=z9hG4bK",
  }),
  {
    name: "insuf",
    what: "required header fields are missing",
    text: [
      "INVITE sip:user@example.com SIP/2.0",
      "CSeq: 193942 INVITE",
      "Via: SIP/2.0/UDP 192.0.2.95;branch=z9hG4bKkdj.insuf",
      "Content-Type: application/sdp",
      `l: ${tortureSdp.length}`,
      "",
      tortureSdp,
    ].join("\r\n"),
    answer: null,
  },
  buildRequestCase("unkscm", "a Request-URI of an unknown scheme", {
    method: "OPTIONS",
    answer: "416",
    uri: "nobodyKnowsThisScheme:totallyopaquecontent",
  }),
  buildRequestCase("novelsc", "a Request-URI of a known scheme that is not ours", {
    method: "OPTIONS",
    answer: "416",
    uri: "soap.beep://192.0.2.103:3002",
  }),
  buildRequestCase("unksm2", "unknown schemes in To and From", {
    method: "REGISTER",
    answer: "405",
    to: "isbn:2983792873",
    from: "<http://www.example.com>;tag=3234233",
  }),
  buildRequestCase("bext01", "required extensions that do not exist", {
    method: "OPTIONS",
    answer: "420",
    more: ["Require: nothingSupportsThis, nothingSupportsThisEither"],
  }),
  {
    name: "invut",
    what: "a body of an unknown type",
    text: tortureInvite("invut", {
      body: "<audio>\r\n <pcmu port='443'/>\r\n</audio>\r\n",
    }).replace("application/sdp", "application/unknownformat"),
    answer: "415",
  },
  buildRequestCase("regaut01", "an unknown scheme of authorisation", {
    method: "REGISTER",
    answer: "405",
    more: ["Authorization: NoOneKnowsThisScheme opaque-data=here"],
  }),
  buildInviteCase("multi01", "several values in headers that allow only one", {
    answer: "400",
    more: [
      "CSeq: 59 INVITE",
      "Call-ID: multi02.another@192.0.2.10",
      "From: sip:other@example.com;tag=ab",
      "To: sip:other@example.com",
      "Max-Forwards: 5",
    ],
  }),
  buildRequestCase("mcl01", "two lengths that differ", {
    method: "OPTIONS",
    answer: "400",
    more: ["Content-Length: 13"],
    body: "There's no way to know",
  }),
  {
    name: "bcast",
    what: "a 200 whose last Via is the broadcast address, so that it answers no request of ours",
    text: tortureRequest("bcast", "INVITE", {
      via: "SIP/2.0/UDP 192.0.2.198;branch=z9hG4bK1324923",
      more: ["Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23"],
    }).replace(/^.*\r\n/, "SIP/2.0 200 OK\r\n"),
    answer: null,
  },
  {
    name: "zeromf",
    what: "a request with Max-Forwards 0 that has reached its target",
    text: tortureRequest("zeromf", "OPTIONS").replace("Max-Forwards: 70", "Max-Forwards: 0"),
    answer: "200",
  },
  buildRequestCase("cparam01", "a REGISTER whose Contact has a parameter of the header", {
    method: "REGISTER",
    answer: "405",
    more: ["Contact: sip:+19725552222@gw1.example.net;unknownparam"],
  }),
  buildRequestCase("cparam02", "a REGISTER whose Contact has a parameter of the URI", {
    method: "REGISTER",
    answer: "405",
    more: ["Contact: <sip:+19725552222@gw1.example.net;unknownparam>"],
  }),
  buildRequestCase("regescrt", "a REGISTER whose Contact has escaped headers", {
    method: "REGISTER",
    answer: "405",
    more: ["Contact: <sip:user@example.com?Route=%3Csip:sip.example.com%3E>"],
  }),
  // Most senders of such an Accept do not intend it, and a refusal would lose their call.
  buildInviteCase("sdp01", "an Accept without the one type that an answer could have", {
    more: ["Accept: text/nobodyKnowsThis"],
  }),
  {
    name: "inv2543",
    what: "an INVITE of RFC 2543: without branch, tag, Max-Forwards and Content-Length",
    text: [
      "INVITE sip:UserB@example.com SIP/2.0",
      "Via: SIP/2.0/UDP iftgw.example.com",
      "From: <sip:+13035551111@ift.client.example.net;user=phone>",
      "Record-Route: <sip:UserB@example.com;maddr=ss1.example.com>",
      "To: sip:+16505552222@ss1.example.net;user=phone",
      "Call-ID: inv2543.1717@ift.client.example.com",
      "CSeq: 56 INVITE",
      "Content-Type: application/sdp",
      "",
      tortureSdp,
    ].join("\r\n"),
    answer: "100",
    isCall: true,
  },
];
