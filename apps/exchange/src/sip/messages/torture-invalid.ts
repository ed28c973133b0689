import {
  tortureInvite,
  type TortureMessage,
  tortureRequest,
  tortureSdp,
} from "./torture-request.ts";

/** RFC 4475 section 3.1.2: wrong, and to be refused, dropped or generously read. */
export const invalidTorture: readonly TortureMessage[] = [
  {
    name: "badinv01",
    what: "separators that separate nothing",
    text: tortureInvite("badinv01", {
      via: "SIP/2.0/UDP 192.0.2.10:5062;;,;,,",
      more: ['Contact: "Joe" <sip:joe@example.org>;;;;'],
    }),
    // The answer's way can be read, and nothing depends on the rest: it is taken.
    answer: "100",
    isCall: true,
  },
  {
    name: "clerr",
    what: "a Content-Length larger than the message",
    text: tortureInvite("clerr", { length: "9999" }),
    answer: "400",
  },
  {
    name: "ncl",
    what: "a negative Content-Length",
    text: tortureInvite("ncl", { length: "-999" }),
    answer: "400",
  },
  {
    name: "scalar02",
    what: "numbers that are too large, in a request",
    text: tortureRequest("scalar02", "REGISTER", { cseq: "36893488147419103232 REGISTER" }).replace(
      "Max-Forwards: 70",
      "Max-Forwards: 300",
    ),
    answer: null,
  },
  {
    name: "scalarlg",
    what: "numbers that are too large, in a response",
    text: tortureRequest("scalarlg", "INVITE", { cseq: "9292394834772304023312 OPTIONS" }).replace(
      /^.*\r\n/,
      "SIP/2.0 503 Service Unavailable\r\nRetry-After: 949302838503028349304023988\r\n",
    ),
    answer: null,
  },
  {
    name: "quotbal",
    what: "a quoted string that does not end",
    text: tortureInvite("quotbal", { to: '"Mr. J. User <sip:j.user@example.com>' }),
    answer: "400",
  },
  {
    name: "ltgtruri",
    what: "<> around the Request-URI",
    text: tortureInvite("ltgtruri", { uri: "<sip:user@example.com>" }),
    answer: "400",
  },
  {
    name: "lwsruri",
    what: "a blank within the Request-URI",
    text: tortureInvite("lwsruri", { uri: "sip:user@example.com; lr" }),
    answer: "400",
  },
  {
    name: "lwsstart",
    what: "several blanks in the request line, of which the RFC lets us be generous",
    text: tortureInvite("lwsstart").replace(/^INVITE (\S+) /, "INVITE  $1  "),
    answer: "100",
    isCall: true,
  },
  {
    name: "trws",
    what: "blanks behind the request line",
    text: tortureRequest("trws", "OPTIONS").replace("SIP/2.0\r\n", "SIP/2.0  \r\n"),
    answer: null,
  },
  {
    name: "escruri",
    what: "escaped headers in the Request-URI, which are read over",
    text: tortureInvite("escruri", { uri: "sip:user@example.com?Route=%3Csip:example.com%3E" }),
    answer: "100",
    isCall: true,
  },
  {
    name: "baddate",
    what: "a time zone that is not GMT, in a header that nobody needs",
    text: tortureInvite("baddate", { more: ["Date: Fri, 01 Jan 2010 16:00:00 EST"] }),
    answer: "100",
    isCall: true,
  },
  {
    name: "regbadct",
    what: "a Contact without the brackets that it needs",
    text: tortureRequest("regbadct", "REGISTER", {
      more: ["Contact: sip:user@example.com?Route=%3Csip:sip.example.com%3E"],
    }),
    answer: "405",
  },
  {
    name: "badaspec",
    what: "blanks within an address",
    text: tortureRequest("badaspec", "OPTIONS", {
      to: '"Watson, Thomas" < sip:t.watson@example.org >',
    }),
    // The blanks can be told from the address: generously read.
    answer: "200",
  },
  {
    name: "baddn",
    what: "characters in a display name that need quotes",
    text: tortureRequest("baddn", "OPTIONS", {
      from: "Bell, Alexander <sip:a.g.bell@example.com>;tag=43",
    }),
    answer: "200",
  },
  {
    name: "badvers",
    what: "an unknown version",
    text: tortureRequest("badvers", "OPTIONS", { version: "SIP/7.0" }),
    answer: "505",
  },
  {
    name: "mismatch01",
    what: "a method that is not that of CSeq",
    text: tortureRequest("mismatch01", "OPTIONS", { cseq: "8 INVITE" }),
    answer: "400",
  },
  {
    name: "mismatch02",
    what: "an unknown method that is not that of CSeq",
    text: tortureRequest("mismatch02", "NEWMETHOD", { cseq: "8 INVITE" }),
    answer: "400",
  },
  {
    name: "bigcode",
    what: "a status beyond all statuses",
    text: tortureRequest("bigcode", "INVITE").replace(
      /^.*\r\n/,
      "SIP/2.0 4294967301 better not break\r\n",
    ),
    answer: null,
  },
];

/** RFC 4475 sections 3.2 to 3.4: right as syntax, and wrong in what they mean. */
export const meaningTorture: readonly TortureMessage[] = [
  {
    name: "badbranch",
    what: "a branch that is the cookie and nothing else",
    text: tortureRequest("badbranch", "OPTIONS", {
      via: "SIP/2.0/UDP 192.0.2.10:5062;branch=z9hG4bK",
    }),
    answer: "200",
  },
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
  {
    name: "unkscm",
    what: "a Request-URI of an unknown scheme",
    text: tortureRequest("unkscm", "OPTIONS", {
      uri: "nobodyKnowsThisScheme:totallyopaquecontent",
    }),
    answer: "416",
  },
  {
    name: "novelsc",
    what: "a Request-URI of a known scheme that is not ours",
    text: tortureRequest("novelsc", "OPTIONS", { uri: "soap.beep://192.0.2.103:3002" }),
    answer: "416",
  },
  {
    name: "unksm2",
    what: "unknown schemes in To and From",
    text: tortureRequest("unksm2", "REGISTER", {
      to: "isbn:2983792873",
      from: "<http://www.example.com>;tag=3234233",
    }),
    answer: "405",
  },
  {
    name: "bext01",
    what: "extensions required that nobody has",
    text: tortureRequest("bext01", "OPTIONS", {
      more: ["Require: nothingSupportsThis, nothingSupportsThisEither"],
    }),
    answer: "420",
  },
  {
    name: "invut",
    what: "a body of an unknown type",
    text: tortureInvite("invut", {
      body: "<audio>\r\n <pcmu port='443'/>\r\n</audio>\r\n",
    }).replace("application/sdp", "application/unknownformat"),
    answer: "415",
  },
  {
    name: "regaut01",
    what: "an unknown scheme of authorisation",
    text: tortureRequest("regaut01", "REGISTER", {
      more: ["Authorization: NoOneKnowsThisScheme opaque-data=here"],
    }),
    answer: "405",
  },
  {
    name: "multi01",
    what: "several values where one must be",
    text: tortureInvite("multi01", {
      more: [
        "CSeq: 59 INVITE",
        "Call-ID: multi02.another@192.0.2.10",
        "From: sip:other@example.com;tag=ab",
        "To: sip:other@example.com",
        "Max-Forwards: 5",
      ],
    }),
    answer: "400",
  },
  {
    name: "mcl01",
    what: "two lengths that differ",
    text: tortureRequest("mcl01", "OPTIONS", {
      more: ["Content-Length: 13"],
      body: "There's no way to know",
    }),
    answer: "400",
  },
  {
    name: "bcast",
    what: "a 200 whose hop is the broadcast address: nobody's answer",
    text: tortureRequest("bcast", "INVITE", {
      via: "SIP/2.0/UDP 192.0.2.198;branch=z9hG4bK1324923",
      more: ["Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23"],
    }).replace(/^.*\r\n/, "SIP/2.0 200 OK\r\n"),
    answer: null,
  },
  {
    name: "zeromf",
    what: "a request that may not be sent on, to whom it is for",
    text: tortureRequest("zeromf", "OPTIONS").replace("Max-Forwards: 70", "Max-Forwards: 0"),
    answer: "200",
  },
  {
    name: "cparam01",
    what: "a REGISTER whose Contact has a parameter of the header",
    text: tortureRequest("cparam01", "REGISTER", {
      more: ["Contact: sip:+19725552222@gw1.example.net;unknownparam"],
    }),
    answer: "405",
  },
  {
    name: "cparam02",
    what: "a REGISTER whose Contact has a parameter of the URI",
    text: tortureRequest("cparam02", "REGISTER", {
      more: ["Contact: <sip:+19725552222@gw1.example.net;unknownparam>"],
    }),
    answer: "405",
  },
  {
    name: "regescrt",
    what: "a REGISTER whose Contact has escaped headers",
    text: tortureRequest("regescrt", "REGISTER", {
      more: ["Contact: <sip:user@example.com?Route=%3Csip:sip.example.com%3E>"],
    }),
    answer: "405",
  },
  {
    name: "sdp01",
    what: "an Accept without the one type that an answer could have",
    text: tortureInvite("sdp01", { more: ["Accept: text/nobodyKnowsThis"] }),
    // Most who write that mean it not, and would lose their call.
    answer: "100",
    isCall: true,
  },
  {
    name: "inv2543",
    what: "an INVITE as RFC 2543 wrote them: no branch, no tag, no hops, no length",
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
