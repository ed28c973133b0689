import { expect, test } from "vitest";

import { readContactFile } from "./contact-files.ts";

/** Returns each contact as `name: number`, with its tags and note. */
async function readContacts(text: string): Promise<string[]> {
  const { rows, bad } = await readContactFile("book", text);
  expect(bad).toEqual([]);
  return rows.map(({ name, number, tags, note }) =>
    [`${name}: ${number}`, ...tags, note].filter((part) => part !== "").join(" | "),
  );
}

const KIM = "0491 570 006";
const DESK = "02 5550 0131";

test.each<[string, string, string[]]>([
  [
    "Google, with two numbers in a cell",
    `Name,Given Name,Family Name,Notes,Group Membership,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value\r\nKim Ng,Kim,Ng,Early,* myContacts ::: Panel,Mobile,${KIM} ::: 0491 570 156,Work,${DESK}\r\n`,
    [
      `Kim Ng (mobile): ${KIM} | Panel | Early`,
      "Kim Ng (mobile 2): 0491 570 156 | Panel | Early",
      `Kim Ng (work): ${DESK} | Panel | Early`,
    ],
  ],
  [
    "Google since 2024",
    `First Name,Middle Name,Last Name,Nickname,Organization Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nKim,,Ng,,,,* myContacts,,k@example.com,Mobile,${KIM}\n`,
    [`Kim Ng: ${KIM}`],
  ],
  [
    "Outlook in English",
    `"Title","First Name","Last Name","Company","Business Phone","Home Phone","Mobile Phone","Business Fax","Notes"\n"","Kim","Ng","","${DESK}","","${KIM}","",""\n"","","","Ferry Desk","02 5550 0133","","","",""\n`,
    [`Kim Ng (business): ${DESK}`, `Kim Ng (mobile): ${KIM}`, "Ferry Desk: 02 5550 0133"],
  ],
  [
    "Outlook in German",
    `"Anrede";"Vorname";"Weitere Vornamen";"Nachname";"Firma";"Telefon geschäftlich";"Telefon privat";"Mobiltelefon";"E-Mail-Adresse";"Notizen";"Kategorien"\n"Frau";"Jördis";"";"Größlin";"";"${DESK}";"";"${KIM}";"j@example.com";"früh";"Gäste"\n`,
    [
      `Jördis Größlin (geschäftlich): ${DESK} | Gäste | früh`,
      `Jördis Größlin (mobiltelefon): ${KIM} | Gäste | früh`,
    ],
  ],
  [
    "Outlook in French",
    `Titre;Prénom;Nom;Société;Téléphone (bureau);Tél. mobile;Catégories;Notes\nMme;Élodie;Lefèvre;;;${KIM};Panel;tôt\n`,
    [`Élodie Lefèvre: ${KIM} | Panel | tôt`],
  ],
  [
    "Outlook in Spanish",
    `Nombre;Apellidos;Compañía;Teléfono del trabajo;Móvil;Notas\nMaría;Núñez;;${DESK};;\n`,
    [`María Núñez: ${DESK}`],
  ],
  [
    "Outlook in Italian",
    `Nome,Cognome,Società,Telefono ufficio,Cellulare\nCarla,Conti,,,${KIM}\n`,
    [`Carla Conti: ${KIM}`],
  ],
  [
    "Outlook in Dutch",
    `Voornaam;Achternaam;Bedrijf;Telefoon op werk;Mobiele telefoon\nSanne;de Wit;;;${KIM}\n`,
    [`Sanne de Wit: ${KIM}`],
  ],
  [
    "Outlook in Portuguese",
    `Nome,Sobrenome,Empresa,Telefone comercial,Telemóvel\nInês,Melo,,,${KIM}\n`,
    [`Inês Melo: ${KIM}`],
  ],
  [
    "Outlook in Polish",
    `Imię;Nazwisko;Firma;Telefon służbowy;Telefon komórkowy\nŁukasz;Żak;;;${KIM}\n`,
    [`Łukasz Żak: ${KIM}`],
  ],
  [
    "Outlook in Swedish",
    `Förnamn;Efternamn;Företag;Telefon, arbete;Mobiltelefon\nÅsa;Ek;;;${KIM}\n`,
    [`Åsa Ek: ${KIM}`],
  ],
  [
    "Outlook in Finnish",
    `Etunimi;Sukunimi;Yritys;Työpuhelin;Matkapuhelin\nAino;Salo;;;${KIM}\n`,
    [`Aino Salo: ${KIM}`],
  ],
  [
    "Outlook in Russian",
    `Имя;Фамилия;Организация;Рабочий телефон;Телефон мобильный\nИгорь;Влад;;;${KIM}\n`,
    [`Игорь Влад: ${KIM}`],
  ],
  [
    "Outlook in Turkish",
    `Ad;Soyadı;Şirket;İş Telefonu;Cep Telefonu\nAyşe;Işık;;;${KIM}\n`,
    [`Ayşe Işık: ${KIM}`],
  ],
  ["Outlook in Chinese", `姓,名,公司,商务电话,移动电话\n王,芳,,,${KIM}\n`, [`王 芳: ${KIM}`]],
  [
    "Thunderbird",
    `First Name,Last Name,Display Name,Nickname,Primary Email,Work Phone,Home Phone,Fax Number,Mobile Number,Organization,Notes\nKim,Ng,Kim Ng,,k@example.com,,,,${KIM},,\n`,
    [`Kim Ng: ${KIM}`],
  ],
  [
    "Thunderbird in German",
    `Vorname,Nachname,Anzeigename,Spitzname,Primäre E-Mail-Adresse,Tel. dienstlich,Tel. privat,Fax-Nummer,Mobil-Tel.-Nr.,Notizen\nKim,Ng,Kim Ng,,,,,,${KIM},\n`,
    [`Kim Ng: ${KIM}`],
  ],
  [
    "a telephone, whose heads name only the kinds",
    `First name,Last name,iPhone,Home,E-mail\nKim,Ng,${KIM},${DESK},k@example.com\n`,
    [`Kim Ng (iphone): ${KIM}`, `Kim Ng (home): ${DESK}`],
  ],
  [
    "the German words of the page",
    `Name;Nummer;Stichworte;Notiz\nJörg;${KIM};Gast, Rathaus;hallo\n`,
    [`Jörg: ${KIM} | Gast | Rathaus | hallo`],
  ],
  [
    "a family name beside a first name",
    `Name;Vorname;Rufnummer\nNg;Kim;${KIM}\n`,
    [`Kim Ng: ${KIM}`],
  ],
  [
    "an unknown language",
    `Isim-soy,Raqam\nKim Ng,${KIM}\nAda Crow,${DESK}\n`,
    [`Kim Ng: ${KIM}`, `Ada Crow: ${DESK}`],
  ],
  [
    "no head, with the number first",
    `${KIM},Kim Ng,panel\n${DESK},Ada Crow,\n`,
    [`Kim Ng: ${KIM} | panel`, `Ada Crow: ${DESK}`],
  ],
  [
    "no head, with two columns of names and an address",
    `Kim;Ng;k@example.com;${KIM}\nAda;Crow;a@example.com;${DESK}\n`,
    [`Kim Ng: ${KIM}`, `Ada Crow: ${DESK}`],
  ],
  [
    "a line for the separator",
    `sep=;\r\nName;Number;Note;Tags\r\nKim;${KIM};calls at night;panel\r\n`,
    [`Kim: ${KIM} | panel | calls at night`],
  ],
  [
    "a database, with backslashes",
    `"name","phone","mobile","note"\n"Bob \\"Macca\\" McKenzie","${DESK}",\\N,"late\\\nor C:\\\\x"\n"Kim Ng","${DESK}",\\N,\\N\n`,
    [`Bob "Macca" McKenzie: ${DESK} | late\nor C:\\x`, `Kim Ng: ${DESK}`],
  ],
  [
    "a person who types a space behind each comma",
    `Name, Phone, Notes\n"Ng, Kim", "${KIM}", "late, after ten"\n`,
    [`Ng, Kim: ${KIM} | late, after ten`],
  ],
  [
    "quotes with a space or a backslash inside",
    `Name,Phone,Notes\n"Bob, ""Macca"" Lee",${KIM},"C:\\"\nKim 5\\"x,${DESK},a\\\\b\n`,
    [`Bob, "Macca" Lee: ${KIM} | C:\\`, `Kim 5\\"x: ${DESK} | a\\\\b`],
  ],
  [
    "Outlook in Japanese",
    `"姓","名","会社名","会社電話","携帯電話"\n"山田","太郎","","${DESK}",""\n`,
    [`山田 太郎: ${DESK}`],
  ],
  ["a quoted line for the separator", `"sep=|"\nName|Number\nKim|${KIM}\n`, [`Kim: ${KIM}`]],
  [
    "a title",
    `Listener panel 2026,,\n,,\nName,Number,Tags\nKim,${KIM},panel\n`,
    [`Kim: ${KIM} | panel`],
  ],
  ["a title without a separator", `Our guests\n\nName;Phone\nKim;${KIM}\n`, [`Kim: ${KIM}`]],
  ["CR line ends", `Name,Number\rKim,${KIM}\rAda,${DESK}\r`, [`Kim: ${KIM}`, `Ada: ${DESK}`]],
  ["a tab and one contact", `Name\tNumber\nKim\t${KIM}\n`, [`Kim: ${KIM}`]],
  [
    "a bar and names with commas",
    `Name|Number\nNg, Kim|${KIM}\nCrow, Ada|${DESK}\n`,
    [`Ng, Kim: ${KIM}`, `Crow, Ada: ${DESK}`],
  ],
  [
    "a semicolon and numbers with commas",
    `Name;Number;Tags\nKim;${KIM};guest, council\nAda;${DESK};a, b\n`,
    [`Kim: ${KIM} | guest | council`, `Ada: ${DESK} | a | b`],
  ],
  ["an end of each line without a column", `"Name","Number",\n"Kim","${KIM}",\n`, [`Kim: ${KIM}`]],
  [
    "a line break in a cell",
    `Name,Number,Notes\nKim,${KIM},"one\r\ntwo"\n`,
    [`Kim: ${KIM} | one\ntwo`],
  ],
  [
    "other columns with numbers",
    `ID,Name,Birthday,PLZ,Phone\n1000231,Kim,1980-02-11,2000123,${KIM}\n`,
    [`Kim: ${KIM}`],
  ],
  [
    "the answers of a form",
    `Timestamp,Which show do you want to join?,Your name,Phone number (mobile preferred)\n2026/05/03 10:11:12 am GMT+10,Breakfast,Kim Ng,0491570006\n`,
    ["Kim Ng: 0491570006"],
  ],
  [
    "the answers of a form that asks in sentences",
    `Zeitstempel,Wie lautet dein Name?,Bitte deine Telefonnummer (Pflicht),Frage?\n03.05.2026 10:11:12,Kim Ng,${KIM},Wann?\n`,
    [`Kim Ng: ${KIM}`],
  ],
  [
    "a number with a known head beside an account number with an unknown one",
    `Nom;Tél. mobile;Compte;Ligne directe\nKim;${KIM};1234567890;\nAda;;2234567890;${DESK}\n`,
    [`Kim: ${KIM}`, `Ada: ${DESK}`],
  ],
  [
    "two numbers with a stroke",
    `Name,Phone\nKim,${KIM} / ${DESK}\n`,
    [`Kim: ${KIM}`, `Kim (2): ${DESK}`],
  ],
  ["the same number twice", `Name,Mobile,Phone\nKim,${KIM},0491570006\n`, [`Kim: ${KIM}`]],
  ["an extension after a comma", `Name,Phone\nKim,"${DESK}, 101"\n`, [`Kim: ${DESK}, 101`]],
  ["the number as a formula", `Name,Phone\nKim,"=""0491570006"""\n`, [`Kim: ="0491570006"`]],
])("[CT17] a book is read from %s", async (_kind, text, contacts) => {
  expect(await readContacts(text)).toEqual(contacts);
});

test("[CT33] columns of an unknown language are not sure, and a person can choose them", async () => {
  const text = `Aa,Bb,Cc\nNg,${KIM},Kim\n`;
  const { columns } = await readContactFile("book", text);
  expect(columns).toMatchObject({ isSure: false, head: ["Aa", "Bb", "Cc"] });
  expect(columns?.sample).toEqual([["Ng", KIM, "Kim"]]);

  const { rows } = await readContactFile("book", text, ["last", "number", "first"]);
  expect(rows.map(({ name, number }) => [name, number])).toEqual([["Kim Ng", KIM]]);
});

test("[CT33] the head of an unknown language does not hide the column of a single number", async () => {
  const { columns, rows } = await readContactFile("book", `Aa,Bb,Cc\n2026/05/03,Kim Ng,${KIM}\n`);
  expect(columns).toMatchObject({ isSure: false, roles: ["none", "name", "number"] });
  expect(rows.map(({ name, number }) => [name, number])).toEqual([["Kim Ng", KIM]]);
});

test("[CT33] columns with known heads are sure", async () => {
  const { columns } = await readContactFile("book", `Name;Telefon\nKim;${KIM}\n`);
  expect(columns).toMatchObject({ isSure: true, roles: ["name", "number"] });
});

function card(version: string, ...lines: string[]): string {
  return ["BEGIN:VCARD", `VERSION:${version}`, ...lines, "END:VCARD", ""].join("\r\n");
}

test.each<[string, string, string[]]>([
  [
    "2.1 with quoted-printable text",
    card(
      "2.1",
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96st;=C3=89va;;;",
      "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=89va =C3=96st",
      `TEL;CELL:${KIM}`,
      `TEL;WORK;VOICE:${DESK}`,
      "NOTE;ENCODING=QUOTED-PRINTABLE:rings late=0D=0Aand long =",
      "after midnight",
    ),
    [
      `Éva Öst (cell): ${KIM} | rings late\nand long after midnight`,
      `Éva Öst (work): ${DESK} | rings late\nand long after midnight`,
    ],
  ],
  [
    "2.1 in Latin-1",
    card("2.1", "FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=FCrgen Wei=DF", `TEL;PREF;CELL:${KIM}`),
    [`Jürgen Weiß: ${KIM}`],
  ],
  [
    "2.1 with a line break inside a letter of the name",
    card(
      "2.1",
      "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=D0=98=D0=B3=D0=",
      "=BE=D1=80=D1=8C",
      `TEL;TYPE=CELL:${KIM}`,
    ),
    [`Игорь: ${KIM}`],
  ],
  [
    "2.1 with a name in Base64",
    card("2.1", "FN;CHARSET=UTF-8;ENCODING=BASE64:w4l2YSDDlnN0", `TEL;CELL:${KIM}`),
    [`Éva Öst: ${KIM}`],
  ],
  [
    "2.1 with a picture",
    card(
      "2.1",
      "N:Ng;Kim",
      "PHOTO;JPEG;ENCODING=BASE64:/9j/4AAQ",
      " AAAA",
      " BBBB",
      "",
      `TEL;HOME:${KIM}`,
    ),
    [`Kim Ng: ${KIM}`],
  ],
  [
    "2.1 with an assistant",
    card(
      "2.1",
      "FN:Kim Ng",
      "AGENT:",
      "BEGIN:VCARD",
      "FN:Other",
      "TEL:02 5550 0199",
      "END:VCARD",
      `TEL;CELL:${KIM}`,
    ),
    [`Kim Ng: ${KIM}`],
  ],
  ["3.0 with bare types", card("3.0", "FN:Kim", `TEL;HOME:${KIM}`), [`Kim: ${KIM}`]],
  [
    "3.0 of Apple, with labels",
    card(
      "3.0",
      "N:Marsh;Tilda;;;",
      "FN:Tilda Marsh",
      `TEL;type=CELL;type=VOICE;type=pref:${KIM}`,
      `item1.TEL:${DESK}`,
      "item1.X-ABLabel:_$!<Other>!$_",
    ),
    [`Tilda Marsh (cell): ${KIM}`, `Tilda Marsh (other): ${DESK}`],
  ],
  [
    "3.0 with only the parts of a name",
    card("3.0", "N:Ng;Kim;Q;Dr;OBE", `TEL:${KIM}`),
    [`Kim Q Ng: ${KIM}`],
  ],
  [
    "3.0 of a company",
    card("3.0", "N:;;;;", "FN:", "ORG:Ferry Desk;Night Shift", `TEL;type=MAIN:${DESK}`),
    [`Ferry Desk Night Shift: ${DESK}`],
  ],
  [
    "3.0 with a semicolon in the name",
    card("3.0", "FN:Kim\\; the voice", `TEL:${KIM}`, "NOTE:folded", "  text"),
    [`Kim; the voice: ${KIM} | folded text`],
  ],
  [
    "4.0 with an address of a telephone",
    card(
      "4.0",
      "FN:Kim",
      'TEL;VALUE=uri;TYPE="voice,home":tel:+61-2-5550-0174;ext=12',
      "CATEGORIES:panel,guest",
    ),
    ["Kim: +61-2-5550-0174;ext=12 | panel | guest"],
  ],
  [
    "4.0 with several names",
    card("4.0", "FN;PREF=2:Kimmy", "FN;PREF=1:Kim Ng", "FN:K", `TEL:${KIM}`),
    [`Kim Ng: ${KIM}`],
  ],
  [
    "3.0 with escaped signs in note and tags",
    card(
      "3.0",
      "FN:Kim",
      `TEL:${KIM}`,
      "NOTE:one\\, two\\; three; C:\\\\; four\\nfive",
      "CATEGORIES:a\\;b,c\\,d",
    ),
    [`Kim: ${KIM} | a;b | c,d | one, two; three; C:\\; four\nfive`],
  ],
  [
    "2.1 with semicolons in a note",
    card("2.1", "FN:Kim", `TEL:${KIM}`, "NOTE:one; two\\; three"),
    [`Kim: ${KIM} | one; two; three`],
  ],
  [
    "Apple, with a group",
    card("3.0", "FN:Panel", "X-ADDRESSBOOKSERVER-KIND:group", "UID:1") +
      card("4.0", "KIND:group", "FN:Council", "MEMBER:urn:uuid:1") +
      card("3.0", "FN:Kim", `TEL:${KIM}`),
    [`Kim: ${KIM}`],
  ],
  ["no version", `BEGIN:VCARD\nFN:Kim\nTEL:${KIM}\nEND:VCARD\n`, [`Kim: ${KIM}`]],
  [
    "small letters and CR line ends",
    `begin:vcard\rversion:3.0\rfn:kim\rtel:${KIM}\rend:vcard\r`,
    [`kim: ${KIM}`],
  ],
])("[CT17] a vCard is read from %s", async (_kind, text, contacts) => {
  expect(await readContacts(text)).toEqual(contacts);
});
