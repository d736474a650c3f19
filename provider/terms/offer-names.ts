import { z } from 'zod';
import { type LanguageCode, languageCodes } from '../../src/lib/i18n/languages.ts';

/** What the terms call a package, a role or a tier; ids, histories and activation codes refer to it. */
export const offerCode = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,31}$/, { message: 'must be up to 32 capital letters, digits and _', abort: true });

const name = z.string().regex(/^[^\s\p{C}](?:[^\p{C}]{0,38}[^\s\p{C}])?$/u, { message: 'must be 1 to 40 visible characters', abort: true });
const byCode = z.record(offerCode, z.partialRecord(z.enum(languageCodes), name));

export const offerNamesSchema = z
  .strictObject({
    packages: byCode.describe('by the package’s code, then by language: en, zh, tw, id, vn, th, kr, jp, it, de'),
    roles: byCode.describe('the same for roles'),
    tiers: byCode.describe('the same for tiers'),
  })
  .describe(
    'what offers are called; a language that is missing shows the English name, and without that the code. Keep the names of what is no longer sold: histories show them',
  );

export type OfferNames = z.infer<typeof offerNamesSchema>;

/** In the reader's language, as far as the terms say. */
export function nameOffer({ names }: { names: OfferNames }, kind: keyof OfferNames, code: string, language: LanguageCode): string {
  const called = names[kind][code];
  return called?.[language] ?? called?.en ?? code;
}

/** As wallets sign it: the same in every language, so that a retry from a page in another one is the same order. */
export function signedName(economy: { names: OfferNames }, kind: keyof OfferNames, code: string): string {
  return nameOffer(economy, kind, code, 'en');
}

/** Of the terms that a new database begins with; terms from before names stood in them had no other codes. */
export const defaultNames: OfferNames = {
  packages: {
    SEED: { en: 'Seed' },
    GROWTH: { en: 'Growth' },
    SUMMIT: { en: 'Summit' },
    RIDGE: { en: 'Ridge' },
  },
  roles: {
    MEMBER: {
      en: 'Member',
      zh: '普通会员',
      tw: '一般會員',
      id: 'Anggota',
      vn: 'Thành viên',
      th: 'สมาชิกทั่วไป',
      kr: '멤버',
      jp: '一般',
      it: 'Membro',
      de: 'Mitglied',
    },
    SILVER: {
      en: 'Silver',
      zh: '白银',
      tw: '白銀',
      id: 'Perak',
      vn: 'Bạc',
      th: 'ซิลเวอร์',
      kr: '실버',
      jp: 'シルバー',
      it: 'Argento',
      de: 'Silber',
    },
    GOLD: { en: 'Gold', zh: '黄金', tw: '黃金', id: 'Emas', vn: 'Vàng', th: 'โกลด์', kr: '골드', jp: 'ゴールド', it: 'Oro', de: 'Gold' },
    PLATINUM: {
      en: 'Platinum',
      zh: '铂金',
      tw: '白金',
      id: 'Platinum',
      vn: 'Bạch kim',
      th: 'แพลทินัม',
      kr: '플래티넘',
      jp: 'プラチナ',
      it: 'Platino',
      de: 'Platin',
    },
    DIAMOND: {
      en: 'Diamond',
      zh: '钻石',
      tw: '鑽石',
      id: 'Berlian',
      vn: 'Kim cương',
      th: 'ไดมอนด์',
      kr: '다이아몬드',
      jp: 'ダイヤモンド',
      it: 'Diamante',
      de: 'Diamant',
    },
  },
  tiers: {
    BASE: { en: 'Base' },
    PLUS: { en: 'Plus' },
    PRO: { en: 'Pro' },
    PRIME: { en: 'Prime' },
  },
};
