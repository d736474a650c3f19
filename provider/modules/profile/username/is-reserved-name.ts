import { coarseCharacters, joinPairs, shapeOf, squeeze, withoutMarks } from './username-shapes.ts';

type Weight = 'FILLER' | 'SERVICE' | 'OFFICE';

/** Shorter words would become other words when squeezed: `root` would become the German `rot`. */
const SQUEEZED_FROM = 5;
/** The form of generated names: one of this form would look like the name of the member with that uid. */
const GENERATED = /^ju[-_][a-z0-9]{6,12}$/;

const words = new Map<string, Weight>();

/**
 * Words that would lend a name authority, in JuFi's languages and a few more. Case doesn't matter; accents, look-alikes and doubled letters needn't be
 * listed.
 */

/** JuFi's own: forbidden anywhere in a name. */
export const BRANDS = ['jufi', 'juchain'];

/** A name with one of these as a word would speak for JuFi: `anna_admin`, `official-anna`, `jane-support`. */
export const OFFICES = split(`
  admin admins administrator administration sysadmin superuser support supports helpdesk official officials moderator
  moderators staff customerservice customercare techsupport administrador administrateur amministratore amministrazione
  moderador moderateur moderatore soporte suporte supporto assistenza ufficiale oficial officiel offiziell kundendienst
  kundenservice kundensupport resmi dukungan layananpelanggan hotro quantri quantrivien chinhthuc cskh админ
  администратор администрация модератор поддержка техподдержка саппорт официальный υποστηριξη διαχειριστης
`);

/** The same for languages written without spaces: forbidden anywhere in a name. */
export const OFFICES_ANYWHERE = split(`
  客服 官方 管理员 管理員 管理者 公式 運営 サポート カスタマー 고객센터 고객지원 관리자 운영자 운영팀 공식 แอดมิน ผู้ดูแลระบบ ฝ่ายสนับสนุน เจ้าหน้าที่ الدعم المشرف
  الرسمي תמיכה
`);

/** Refused only if the name says nothing else: `wallet`, `security24`, `the-treasury`; `wallet-fan` and `team-rocket` are people's names. */
export const SERVICES = split(`
  juf wju usdt tether team help security system systems treasury vault wallet root service services operator provider
  founder owner ceo exchange bank payout payouts deposit deposits withdraw withdrawal withdrawals transfer transfers
  claim claims airdrop giveaway reward rewards refund refunds recovery verify verified verification compliance kyc aml
  audit auditor legal finance billing account accounts accounting payment payments fraud safety trust info contact
  webmaster postmaster hostmaster abuse noreply insurance staking reserve reserves fees notification notifications alert
  alerts null undefined sicherheit hilfe mitarbeiter verwaltung aiuto sicurezza squadra servizio ayuda equipe seguridad
  bantuan keamanan petugas dompet trogiup baomat vidientu помощь кошелек безопасность служба βοηθεια ασφαλεια 安全 系统 系統
  钱包 錢包 国库 國庫 金库 金庫 团队 團隊 支持 支援 帮助 幫助 财务 財務 充值 提现 提領 チーム システム ウォレット セキュリティ ヘルプ 팀 지원팀 보안 보안팀 시스템 지갑 도움말 ทีมงาน
  กระเป๋าเงิน ช่วยเหลือ
`);

/** Fillers: added to a reserved word, they don't make a name someone's own. */
const FILLERS = split(`
  ju the my our your real true and of for online live chat desk line center centre care customer client clients users
  member members hq inc ltd app web net org com io global group department dept agent manager bot new main chain crypto
  token coin fi tech 中心 센터 センター
`);

for (const word of FILLERS) learn(word, 'FILLER');
for (const word of SERVICES) learn(word, 'SERVICE');
for (const word of [...OFFICES, ...OFFICES_ANYWHERE, ...BRANDS]) learn(word, 'OFFICE');

const anywhere = OFFICES_ANYWHERE.map((word) => coarseCharacters(word).join(''));
const brandShapes = BRANDS.map(shapeOf);

/**
 * Whether a name could pass for JuFi itself: it consists only of reserved words, contains the brand, or has an office as one of its words. Merely
 * containing such letters is fine: `badminton`, `supporter` and `wallet-fan` are people's names. The rule is in docs/usernames.md.
 */
export function isReservedName(name: string, ownReserved: readonly string[] = []): boolean {
  const typed = name.normalize('NFKC');
  const key = typed.toLowerCase();
  const parts = partsOf(typed);
  return (
    GENERATED.test(withoutMarks(shapeOf(key))) ||
    holdsBrand(partsOf(key)) ||
    holdsOffice(parts) ||
    isMadeOfWords(parts.join(''), new Set(ownReserved.flatMap(formsOf)))
  );
}

function partsOf(name: string): string[] {
  return name.split(/[_-]+/).filter((part) => part !== '');
}

/** Compares letters as they look, but keeps i and l apart: `Juflynn` is somebody's name. */
function holdsBrand(parts: readonly string[]): boolean {
  const shapes = parts.map((part) => withoutMarks(shapeOf(part.replaceAll('1', 'i'))));
  return shapes.some((shape) => brandShapes.some((brand) => shape.includes(brand)));
}

/** As one part of the name, or as several that were split: `sup-port-anna`. */
function holdsOffice(parts: readonly string[]): boolean {
  const whole = coarseCharacters(parts.join('')).join('');
  if (anywhere.some((word) => whole.includes(word))) return true;
  return parts.some((_, from) =>
    parts.slice(from).some((_unused, length) => {
      const part = parts.slice(from, from + length + 1).join('');
      // Digits around a word don't matter, unless they stand for its letters.
      const bare = part.replace(/^\p{Nd}+|\p{Nd}+$/gu, '');
      return [part, bare].some((text) => weigh(text) === 'OFFICE');
    }),
  );
}

/** Whether a name can be split into known words and digits, at least one of which isn't a filler. */
function isMadeOfWords(joined: string, own: ReadonlySet<string>): boolean {
  const characters = Array.from(joined);
  // Whether the first n characters can be split: not at all, into fillers only, or including a reserved word.
  const readings = new Map<number, boolean>([[0, false]]);
  const addReading = (length: number, isReserved: boolean): void => void readings.set(length, isReserved || readings.get(length) === true);
  for (const from of characters.keys()) {
    const soFar = readings.get(from);
    if (soFar === undefined) continue;
    if (/^\p{Nd}$/u.test(characters[from] ?? '')) addReading(from + 1, soFar);
    for (let to = from + 1; to <= characters.length; to += 1) {
      const text = characters.slice(from, to).join('');
      const weight = formsOf(text).some((form) => own.has(form)) ? 'OFFICE' : weigh(text);
      if (weight !== undefined) addReading(to, soFar || weight !== 'FILLER');
    }
  }
  return readings.get(characters.length) === true;
}

function weigh(text: string): Weight | undefined {
  if (!/\p{L}/u.test(text)) return undefined;
  return formsOf(text)
    .map((form) => words.get(form))
    .find((weight) => weight !== undefined);
}

/** Both as typed and lower-cased, because capitals of another script may look like Latin letters. */
function formsOf(text: string): string[] {
  return [text, text.toLowerCase()].flatMap((typed) => {
    const coarse = joinPairs(coarseCharacters(typed).join(''));
    return coarse.length < SQUEEZED_FROM ? [coarse] : [coarse, squeeze(coarse)];
  });
}

function learn(word: string, weight: Weight): void {
  for (const form of formsOf(word)) words.set(form, weight);
}

function split(list: string): string[] {
  return list.trim().split(/\s+/);
}
