import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BRANDS,
  isReservedName,
  OFFICES,
  OFFICES_ANYWHERE,
  SERVICES,
} from '../../../../provider/modules/profile/username/is-reserved-name.ts';
import lookAlikes from '../../../../provider/modules/profile/username/look-alikes.json' with { type: 'json' };

const words = [...BRANDS, ...OFFICES, ...OFFICES_ANYWHERE, ...SERVICES];

describe('a name that could pass for JuFi’s own is reserved:', () => {
  it.each([
    ['the word itself, in any case', ['support', 'SUPPORT', 'Admin', 'root', 'USDT', 'JuFi', 'JUFl', 'juchain']],
    ['with digits for letters', ['5upp0rt', 'Supp0rt', 'adm1n', '4dm1n', 'vau1t', '0fficia1', 'juf1help']],
    ['with letters for letters', ['adrnin', 'aclmin', 'vvallet', 'suppport', 'JUFI', 'paypal-officiaI', 'ádmín', 'админ']],
    ['torn apart', ['s-u-p-p-o-r-t', 'sup_port', 'ju-fi', 'j-u-f-i-fan', 'sup-port-anna']],
    ['with digits around it', ['admin007', '007admin', 'support24', 'team_24', '0fficia1007']],
    ['with the brand anywhere', ['jufi_support', 'support-jufi', 'myjufi', 'jufianna', 'JuChain-fan', 'ju_fi-anna']],
    [
      'as an office of somebody',
      ['anna-admin', 'official-anna', 'support-anna', 'quảntrị-viên', 'ufficiale_marco', '客服小王', '公式太郎', '고객센터1'],
    ],
    ['made of such words', ['the-team', 'customer_support', 'wallet-team', 'usdt-airdrop', 'JuWallet', 'mysecurity', '安全中心']],
    ['the form of a generated name', ['ju-ab3dn5mq', 'Ju_harbour', 'jυ-ab3dn5mq']],
  ])('%s', (_, names) => {
    expect(names.filter((name) => !isReservedName(name))).toEqual([]);
  });

  it('every word, whatever look-alikes it is written with', () => {
    const alikes = new Map<string, string[]>();
    for (const [source, target] of Object.entries(lookAlikes.prototypes)) {
      const read = (code: string): string => String.fromCodePoint(...code.split(' ').map((each) => parseInt(each, 16)));
      const shape = read(target).toLowerCase();
      alikes.set(shape, [...(alikes.get(shape) ?? []), read(source)]);
    }
    const separators = ['', '', '', '-', '_'];
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.infiniteStream(fc.nat(10_000)), (word, picks) => {
        const pick = <Item>(items: readonly Item[]): Item => items[(picks.next().value ?? 0) % items.length] as Item;
        // A name is of one script, so a look-alike from another is only tried where the word is Latin; a full name of look-alikes is one of these.
        const isLatin = /^[a-z]+$/.test(word);
        const written = pick([word, word.toUpperCase()]);
        const name = Array.from(isLatin ? word : written)
          .map((letter) => pick(isLatin ? [letter, letter.toUpperCase(), ...(alikes.get(letter) ?? [])] : [letter]) + pick(separators))
          .join('');
        expect(isReservedName(name.normalize('NFKC')), `${word} as ${name}`).toBe(true);
      }),
      { numRuns: 1_000, seed: 12 },
    );
  });
});

describe('a person’s name isn’t', () => {
  it.each([
    [
      'words that contain such a word',
      ['badminton', 'supporter', 'supportive', 'helpful', 'vaulter', 'stafford', 'bankole', 'Admira', 'juniper', 'systema'],
    ],
    ['services beside a word of one’s own', ['wallet-fan', 'team-rocket', 'root-beer', 'vault-dweller', 'security_nerd', 'help-anna']],
    ['names near the brand', ['ju-lia', 'ju-flynn', 'Juflynn', 'ju-fiona', 'Juflora', 'Jufo', 'Julian', 'Jürgen', 'junior']],
    ['short words that others squeeze into', ['rot', 'Tom', 'Bea', 'Ava', 'Kyo', 'Ali']],
    ['digits alone', ['007', '8075', '24-7']],
    ['names in other scripts', ['山田太郎', '公子', 'สมชาย99', '김철수', '박운영', 'Мария', 'Ελένη', 'अनीता', 'محمد', 'יעל']],
    [
      'names in Latin letters',
      ['anita', 'minh-an', 'lan-chi', 'Nguyễn', 'Straße', 'mia_7', 'olga-new', 'Claire', 'Claimont', 'Wallace', 'Adele', 'Teamo'],
    ],
  ])('%s', (_, names) => {
    expect(names.filter((name) => isReservedName(name))).toEqual([]);
  });
});
