import { foldText } from "@linedesk/contract";
import { namesPrefix } from "./add-prefix.ts";

/**
 * The meaning of a column. `kind` is the kind of a number in another column, and `prefix` is the
 * country code or area code of such a number.
 */
export const columnRoles = [
  "name",
  "first",
  "middle",
  "last",
  "company",
  "prefix",
  "number",
  "kind",
  "extension",
  "tags",
  "note",
  "none",
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/**
 * The heads of columns in the address books of mail programs, telephones and spreadsheets, in the
 * languages of these programs. Case, accents, spaces and punctuation do not count.
 */
const heads: Record<Exclude<ColumnRole, "prefix" | "number" | "kind" | "extension">, string> = {
  name: `name, full name, display name, contact, contact name, caller, caller name, person, file as, who, guest,
    names, label name, anzeigename, vollständiger name, kontakt, kontaktname, kontakt name, anrufer, speichern unter, nom, nom complet,
    nom affiché, nom à afficher, nom d'affichage, nom et prénom, prénom et nom, contacto, contatto, nombre, nombre completo, nombre y apellidos,
    nombre para mostrar, nome, nome completo, nome visualizzato, nome e cognome, nome de exibição, nome a apresentar, naam,
    volledige naam, weergavenaam, nazwa, nazwa wyświetlana, imię i nazwisko, navn, fullt navn, fulde navn, visningsnavn, vist navn, namn, fullständigt namn,
    visningsnamn, nimi, koko nimi, näyttönimi, jméno a příjmení, zobrazované jméno, celé jméno, meno a priezvisko, név, teljes név, megjelenítendő név,
    nume complet, nume afișat, ime i prezime, ime in priimek, puno ime, ad soyad, adı soyadı, görünen ad, имя и фамилия, фио, полное имя, отображаемое имя, пiб, піб, прізвище та ім'я,
    ονοματεπώνυμο, πλήρες όνομα, 氏名, 名前, お名前, 表示名, 姓名, 全名, 显示名称, 显示名, 名称, 성명, 전체 이름, 표시 이름, الاسم, الاسم الكامل, שם, שם מלא, ชื่อ, ชื่อ-นามสกุล,
    nama, họ và tên, tên`,
  first: `first name, given name, first, forename, christian name, vorname, rufname, prénom, nombre de pila, primer nombre, nome próprio, primeiro nome, nome di battesimo,
    voornaam, imię, fornavn, förnamn, etunimi, jméno, křestní jméno, meno, keresztnév, utónév, prenume, ime, ad, adı, имя, ім'я, όνομα, 名, 名字, 이름, الاسم الأول,
    שם פרטי, ชื่อจริง, nama depan`,
  middle: `middle name, additional name, additional names, middle, weitere vornamen, weiterer vorname, zweiter vorname, deuxième prénom, autres prénoms, segundo nombre, secondo nome,
    segundo nome, nome do meio, tweede naam, tussenvoegsel, drugie imię, mellemnavn, mellannamn, mellomnavn, toinen nimi, отчество, по батькові, ikinci ad, 중간 이름, 中间名`,
  last: `last name, surname, family name, last, nachname, familienname, zuname, nom de famille, apellido, apellidos, primer apellido, cognome, sobrenome, apelido, apelidos, último nome,
    achternaam, familienaam, nazwisko, efternavn, etternavn, efternamn, sukunimi, příjmení, priezvisko, vezetéknév, családnév, nume de familie, prezime, priimek,
    soyad, soyadı, фамилия, прізвище, επώνυμο, επίθετο, 姓, 姓氏, 성, اسم العائلة, שם משפחה, นามสกุล, nama belakang`,
  company: `company, company name, organization, organisation, organization name, organization 1 name, organisation name, business, business name, firm, employer, account name, associated company, company or account,
    firma, unternehmen, société, entreprise, organisme, compañía, empresa, organización, organizacion, società, azienda, organizzazione, organização,
    bedrijf, organisatie, bedrijfsnaam, företag, virksomhed, selskap, bedrift, yritys, organisaatio, společnost, spoločnosť, organizace, cég, vállalat, firmă, companie, tvrtka, podjetje,
    şirket, kurum, организация, компания, організація, компанія, εταιρεία, 会社, 会社名, 公司, 单位, 회사, الشركة, חברה, บริษัท`,
  tags: `tags, tag, group, group name, group id name, groups, group membership, label, labels, category, categories, keywords, list, lists, stichwort, stichworte, stichwörter, schlagwort, schlagworte, schlagwörter, schlüsselwörter, kategorie, kategorien, gruppe, gruppen,
    etiketten, étiquettes, étiquette, libellés, groupe, groupes, catégorie, catégories, mots-clés, etiquetas, etiqueta, grupo, grupos, categoría, categorías, categorias, etichette, etichetta, gruppo, gruppi, categoria, categorie,
    labels, categorieën, groepen, groep, kategoria, grupy, grupa, etykiety, kategorier, kategori, grupper, luokat, luokka, ryhmät, ryhmä, štítky, skupina, skupiny, kategóriák, csoport, etichete, kategorije, kategoriler, etiketler, grup,
    категории, категория, группа, группы, теги, категорії, групи, κατηγορίες, ομάδα, 分類, グループ, 类别, 分组, 标签, 群组, 범주, 그룹, الفئات, קטגוריות, หมวดหมู่`,
  note: `note, notes, comment, comments, remark, remarks, memo, description, about, notiz, notizen, anmerkung, anmerkungen, bemerkung, bemerkungen, kommentar, kommentare, remarque, remarques, commentaire, commentaires,
    nota, notas, comentario, comentarios, observaciones, anotações, observações, comentários, osservazioni, commenti, commento, annotazioni, notitie, notities, opmerking, opmerkingen, notatka, notatki, uwagi,
    noter, bemærkninger, notater, merknader, anteckning, anteckningar, anmärkningar, muistiinpanot, muistiinpano, huomautukset, poznámka, poznámky, jegyzet, jegyzetek, megjegyzés, megjegyzések, notițe, observații, bilješke, napomena, opombe, notlar, not, açıklama,
    заметки, заметка, примечание, примечания, комментарий, нотатки, примітки, σημειώσεις, σχόλια, メモ, 備考, 备注, 注释, 附注, 메모, 비고, ملاحظات, הערות, หมายเหตุ, catatan, ghi chú`,
  none: `title, prefix, name prefix, suffix, name suffix, honorific, phonetic first name, phonetic middle name, phonetic last name, given name yomi, family name yomi, additional name yomi, yomi name, initials, nickname, short name, maiden name,
    gender, sex, birthday, date of birth, anniversary, location, occupation, hobby, priority, sensitivity, subject, photo, language, web page, website, url, id, customer number, customer no, account, billing information, mileage, user field 1, user 1, user 2, user 3, user 4, auto divert, line, ring, ringtone, frequent, account index,
    job title, department, department name, organization title, organization department, street, city, state, country, postal code, zip, zip code, postcode, address, office location, e mail, email, e mail address, email address, primary email, secondary email, screen name,
    anrede, titel, geburtstag, geburtsdatum, adresse, straße, ort, stadt, plz, postleitzahl, land, e mail adresse, abteilung, position, spitzname, kundennummer, mitgliedsnummer, hausnummer, initialen, webseite, geschlecht,
    titre, civilité, anniversaire, date de naissance, rue, ville, code postal, pays, adresse e mail, courriel, service, surnom, título, cumpleaños, fecha de nacimiento, dirección, calle, ciudad, código postal, país, correo electrónico, apodo,
    titolo, compleanno, indirizzo, via, città, cap, paese, soprannome, aanhef, adres, straat, plaats, postcode, geboortedatum, verjaardag, e mailadres, data, datum, date, età, age, alter`,
};

function toKey(head: string): string {
  return foldText(head).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** A language may use one word for two columns. The first list that contains the word decides. */
const byHead = new Map<string, ColumnRole>();
for (const [role, words] of Object.entries(heads) as [ColumnRole, string][]) {
  for (const word of words.split(",")) {
    const key = toKey(word);
    if (!byHead.has(key)) {
      byHead.set(key, role);
    }
  }
}

/** Parts of words that name a telephone in a head, folded. */
const PHONE =
  /phone|telef|tele?fo|(?:^|[^a-z])tel(?:$|[^a-z])|mobil|handy|(?:^|[^a-z])cell?(?:$|[^a-z]|ular|ulare)|celul|movil|portable|natel|gsm|mobitel|movel|telepon|no\.? ?hp|talrunis|(?:^|[^a-z])simi\b|rufnummer|telecop|pager|faks|(?:^|[^a-z])fax|puhelin|cep\b|komork|whatsapp|durchwahl|festnetz|anruf(?:er)?nummer|nummer des anrufers|call(?:er|back)(?: number| no| nr|$)|handphone|dien thoai|телефон|мобильн|мобильный|τηλεφων|κινητο|電話|携帯|电话|手机|전화|휴대|핸드폰|هاتف|جوال|موبايل|טלפון|נייד|โทร|มือถือ/u;
const PHONE_ALONE = new Set(
  "number, numbers, no, nr, nummer, nummern, numéro, numero, número, nº, n°, num, numer, nro, numara, номер, 番号, 号码, 번호, رقم, מספר, msisdn, cli, e164, numéros, números, numeri, číslo, szám, broj, numeros, rufnr, telnr, phonenumber, contactnumber, ddi, landline, fixe, fixo, fisso, fijo, festnetz"
    .split(",")
    .map(toKey),
);
/** Words beside a telephone word that make the column something else. */
const NO_PHONE =
  /phonetic|fonet|phonet|\b(?:type|label|typ|etikett)$|(?:libelle|etiqueta|tipo)$|e ?mail|symphon|telegram|telex|\b(?:locale|flags?|speed ?dial|country(?: code)?|carrier|provider|ring ?tone)$/;
/** Words for numbers that are not telephone numbers. */
const OTHER_NUMBER =
  /\b(?:ids?|ips?|uuid|guid|leid|euid|latitude|longitude|gmtoff|dstoff|abn|acn|iban|vat|tax|ssn|account|member(?:ship)?|customer|record|invoice|order|rating|amount|price|total|created|modified|updated|time|zip|postal|post ?code)\b/;
/**
 * The word for an extension, by itself or after the name of its number, as in `phone_1_extension`.
 */
const EXTENSION =
  /(?:^|\b(?:phone|telephone|telefon|number|office|work|business) ?\d* ?)(?:extension|extn|ext|nebenstelle|durchwahl|dw|apparat|interne|interno|anexo|ramal|toestel|klapka|wewn\w*|linje|anknytning)(?: ?(?:no|nr|number|nummer))?$/;
/** The kinds of telephones that some programs write without the word for a telephone. */
const USE =
  /^(?:home|work|business|office|other|main|direct|private|privat|dienstlich|gesch\w+|bureau|domicile|particular|casa|oficina|abitazione|ufficio|hem|arbete)(?: ?\d| (?:number|no|nr|nummer))?(?: ?\d)?$/;

/** Words that forms put before the heading itself: `What is your full name?`. */
const QUESTION =
  /^(?:what is |what['’]s |what |wie ist |wie lautet |quel est |quelle est |please enter |please write |please |bitte |enter |write )?(?:your|ihre?|deine?|euer|votre|ton|tu|su|uw|jouw|je|il tuo) /iu;
/** The hint that forms put after the heading: `Full name (required)`. */
const HINT = /\([^()]*\)[\s?:*]*$/u;

/** Returns the head without the words that forms write around it. */
function readQuestion(head: string): string {
  return head.replaceAll(/\s+/g, " ").trim().replace(QUESTION, "").replace(HINT, "");
}

/** Returns the meaning of a head; `null` for an unknown one. */
export function readHead(head: string): ColumnRole | null {
  if (namesPrefix(head)) {
    return "prefix";
  }
  const key = toKey(head);
  const known = byHead.get(key) ?? byHead.get(toKey(readQuestion(head)));
  if (known !== undefined) {
    return known;
  }
  if (PHONE_ALONE.has(key)) {
    return "number";
  }
  const words = foldText(head)
    .replaceAll(/[_\s]+/g, " ")
    .trim();
  if (EXTENSION.test(words)) {
    return "extension";
  }
  if (
    /^(?:phone|telefon|telefono|telephone|telefone) ?\d*(?: ?- ?| )(?:type|label|typ|tipo|etikett)/.test(
      words,
    )
  ) {
    return "kind";
  }
  if (/[@]|- (?:type|label|value)$|e-?mail/.test(words) && !PHONE.test(words)) {
    return "none";
  }
  if (PHONE.test(words)) {
    return NO_PHONE.test(words) ? "none" : "number";
  }
  if (/^[\p{L} ]+ (?:number|no|nr|nummer) ?\d*$/u.test(words) && namesUse(words)) {
    return "number";
  }
  return OTHER_NUMBER.test(words) ? "none" : null;
}

/** Returns true for a head such as `Business`, which can name a company or a telephone. */
export function namesUse(head: string): boolean {
  return USE.test(
    foldText(head)
      .replaceAll(/[_\s]+/g, " ")
      .trim(),
  );
}

const KINDLESS =
  /\b(?:tele)?phone(?: ?no| ?nr| ?number)?s?\b|\btelefon(?:nummer|o|e|s)?\b|\btel\b|\bnumbers?\b|\bnummer\b|\bnumero\b|\bno\b|\bnr\b|\bvalue\b/giu;

/** Returns the kind of number that a head names: `work` for `Work Phone`; empty for `Phone`. */
export function readHeadKind(head: string): string {
  return head
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}/']+/gu, " ")
    .replaceAll("téléphone", " ")
    .replaceAll("teléfono", " ")
    .replaceAll("телефон", " ")
    .replaceAll(KINDLESS, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\d+$/, "");
}
